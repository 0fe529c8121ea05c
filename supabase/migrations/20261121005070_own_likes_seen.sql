-- A like is its giver's own, like a vote: also where the post is out of sight by now (unfriended, blocked). It is on the giver's devices, and can be taken back.
alter policy comment_likes_follow_the_post on public.comment_likes
  using (user_id = (select auth.uid()) or exists (select 1 from public.posts p where p.id = comment_likes.post_id offset 0));
