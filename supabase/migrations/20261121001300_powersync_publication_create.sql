-- What the sync service may read, table by table. Adding a table to a stream starts here.
create publication powersync for table
  public.profiles, public.friends, public.posts, public.post_stats, public.feed_windows, public.feed_people, public.write_rejections;
