alter table public.posts enable row level security;
alter table public.post_stats enable row level security;
alter table public.post_deletions enable row level security;
revoke all on public.posts, public.post_stats, public.post_deletions from anon, authenticated;
grant all on public.posts, public.post_stats, public.post_deletions to service_role;

grant select on public.posts, public.post_stats to anon, authenticated;
-- created_at, status and the moderation columns may be named on insert: a trigger sets or refuses them, so that the member
-- gets the server's time or a reason instead of a bare "permission denied".
grant insert (id, user_id, title, description, image_url, video_url, gif_url, visibility, status, sticky, flagged, comments_locked,
  poll_id, shared_with, created_at) on public.posts to authenticated;
grant update (title, description, image_url, gif_url, sticky, flagged, comments_locked) on public.posts to authenticated;
grant delete on public.posts to authenticated;
grant select on public.post_deletions to authenticated;

create policy posts_public_for_guests on public.posts for select to anon
  using (visibility = 'public' and status = 'live');

create policy posts_for_members on public.posts for select to authenticated
  using (
    (visibility = 'public' and status = 'live')
    or user_id = (select auth.uid())
    or (visibility = 'friends' and status = 'live'
        and user_id in (select private.my_friend_ids())
        and (coalesce(cardinality(shared_with), 0) = 0 or (select auth.uid()) = any (shared_with)))
    or (select private.is_staff())
  );

create policy posts_are_written_by_author on public.posts for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy posts_are_changed_by_author_or_staff on public.posts for update to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff()))
  with check (user_id = (select auth.uid()) or (select private.is_staff()));

create policy posts_are_deleted_by_author_or_staff on public.posts for delete to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff()));

-- Whoever may read the post may read its numbers: the subquery runs under the policies above.
create policy post_stats_follow_the_post on public.post_stats for select to anon, authenticated
  using (exists (select 1 from public.posts p where p.id = post_stats.id));

create policy post_deletions_for_owner_and_staff on public.post_deletions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff()));
