-- "Whoever may read the post may read this" as one look at the post per row. Without OFFSET 0 the planner may instead read the whole table of posts into a
-- hash, once per query: it does so whenever it expects many rows, also where a LIMIT will take twenty. tests/security/plans.pg.test.ts watches.
alter policy post_stats_follow_the_post on public.post_stats
  using (exists (select 1 from public.posts p where p.id = post_stats.id offset 0));
alter policy post_people_follow_the_post on public.post_people
  using (exists (select 1 from public.posts p where p.id = post_people.post_id offset 0));
alter policy comments_follow_the_post on public.comments
  using (exists (select 1 from public.posts p where p.id = comments.post_id offset 0));
alter policy comment_stats_follow_the_post on public.comment_stats
  using (exists (select 1 from public.posts p where p.id = comment_stats.post_id offset 0));
alter policy comment_likes_follow_the_post on public.comment_likes
  using (exists (select 1 from public.posts p where p.id = comment_likes.post_id offset 0));
alter policy polls_for_guests on public.polls
  using (exists (select 1 from public.posts p where p.id = polls.post_id offset 0));
alter policy polls_follow_the_post on public.polls
  using (exists (select 1 from public.posts p where p.id = polls.post_id offset 0) or (post_id is null and created_by = (select auth.uid())));
alter policy poll_stats_follow_the_post on public.poll_stats
  using (exists (select 1 from public.posts p where p.id = poll_stats.post_id offset 0));
alter policy post_images_follow_the_post on public.post_images
  using (exists (select 1 from public.posts p where p.id = post_images.post_id offset 0));
alter policy hashtags_follow_the_post on public.hashtags
  using (exists (select 1 from public.posts p where p.id = hashtags.post_id offset 0));
alter policy listed_posts_follow_the_post on public.listed_posts
  using (exists (select 1 from public.posts p where p.id = listed_posts.post_id and p.audience = 'public' offset 0));
alter policy listed_stats_follow_the_post on public.listed_stats
  using (exists (select 1 from public.posts p where p.id = listed_stats.post_id and p.audience = 'public' offset 0));
alter policy post_images_are_read_with_the_post on storage.objects
  using (bucket_id = 'post-images' and exists (select 1 from public.posts p where p.id = (private.file_owners(name, 1))[1] offset 0));
alter policy comment_images_are_read_with_the_comment on storage.objects
  using (bucket_id = 'comment-images' and (
    exists (select 1 from public.comments c
      where c.id = (private.file_owners(name, 2))[2] and c.post_id = (private.file_owners(name, 2))[1] offset 0)
    or owner_id = (select auth.uid())::text));
