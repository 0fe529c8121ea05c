-- The tables that the sync service may read. A table is added here before a stream uses it.
create publication powersync for table
  public.account_deletions, public.ad_clients, public.ads, public.app_counts, public.author_pages, public.blocks, public.comment_likes, public.comment_stats,
  public.comments, public.directory_pages, public.feed_people, public.feed_windows, public.friends, public.known_people, public.leaderboards,
  public.listed_posts, public.listed_stats, public.member_flags, public.mutes, public.notification_settings, public.notifications, public.poll_stats, public.poll_votes,
  public.polls, public.post_flags, public.post_images, public.post_people, public.post_recipients, public.post_stats, public.post_votes, public.posts,
  public.private_messages, public.profile_stats, public.profiles, public.profiles_public, public.reports, public.saved_posts, public.tag_counts, public.threads_index,
  public.user_consents, public.write_rejections;
