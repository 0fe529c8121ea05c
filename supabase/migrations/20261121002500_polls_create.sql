-- A poll is made just before its post, in the same action, and is bound to it by posts.poll_id. Until then only its maker sees it.
create function private.is_poll_options(options jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(options) = 'array' then
    jsonb_array_length(options) between 2 and 10 and not exists (
      select 1 from jsonb_array_elements(options) o
      where jsonb_typeof(o) <> 'string' or not private.has_text(o #>> '{}') or char_length(o #>> '{}') > 100)
  else false end
$$;
grant execute on function private.is_poll_options(jsonb) to anon, authenticated, service_role;

create table public.polls (
  id uuid primary key default gen_random_uuid(),
  question text not null,
  options jsonb not null,
  created_by uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- the post's, from the moment it is bound
  visibility text not null default 'public',
  post_id uuid unique references public.posts (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  audience text not null default 'hidden',
  feed_page integer,
  sticky boolean not null default false,
  author_hot boolean not null default true,
  post_author_id uuid,
  constraint polls_question_filled check (private.has_text(question)),
  constraint polls_question_length check (char_length(question) <= 300),
  constraint polls_options_form check (private.is_poll_options(options)),
  constraint polls_visibility_known check (visibility in ('public', 'friends'))
);
comment on constraint polls_question_filled on public.polls is 'Poll question and all options must be filled.';
comment on constraint polls_question_length on public.polls is 'A poll question may have at most 300 characters.';
comment on constraint polls_options_form on public.polls is 'Poll question and all options must be filled. A poll has 2 to 10 options of at most 100 characters.';
create index polls_created_by on public.polls (created_by);

create table public.poll_stats (
  id uuid primary key references public.polls (id) on delete cascade,
  post_id uuid references public.posts (id) on delete cascade,
  -- votes per option, in the options' order
  counts jsonb not null,
  total integer not null default 0,
  audience text not null default 'hidden',
  feed_page integer,
  sticky boolean not null default false,
  author_hot boolean not null default true,
  post_author_id uuid
);
create index poll_stats_post_id on public.poll_stats (post_id);
insert into private.post_children values ('polls'), ('poll_stats');

alter table public.posts add constraint posts_poll_id_fkey foreign key (poll_id) references public.polls (id) on delete set null;
create unique index posts_poll_id on public.posts (poll_id);

alter table public.polls enable row level security;
alter table public.poll_stats enable row level security;
revoke all on public.polls, public.poll_stats from anon, authenticated;
grant all on public.polls, public.poll_stats to service_role;
grant select on public.polls, public.poll_stats to anon, authenticated;
grant insert (id, question, options, created_by, visibility, created_at) on public.polls to authenticated;
grant update (question, options) on public.polls to authenticated;

create policy polls_for_guests on public.polls for select to anon
  using (exists (select 1 from public.posts p where p.id = polls.post_id));
create policy polls_follow_the_post on public.polls for select to authenticated
  using (exists (select 1 from public.posts p where p.id = polls.post_id) or (post_id is null and created_by = (select auth.uid())));
create policy polls_are_made_by_member on public.polls for insert to authenticated with check (created_by = (select auth.uid()));
create policy polls_are_edited_by_maker on public.polls for update to authenticated
  using (created_by = (select auth.uid())) with check (created_by = (select auth.uid()));
create policy poll_stats_follow_the_post on public.poll_stats for select to anon, authenticated
  using (exists (select 1 from public.posts p where p.id = poll_stats.post_id));

insert into private.rate_limits (action, max_count, per) values ('poll', 60, interval '1 hour');
insert into private.crud_tables (table_name, owner_column, operations) values ('polls', 'created_by', '{PUT,PATCH}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('polls', 'question', 'text', 'write', 'write', false),
  ('polls', 'options', 'jsonb', 'write', 'write', false),
  ('polls', 'created_by', 'uuid', 'write', null, false),
  ('polls', 'visibility', 'text', 'write', null, false),
  ('polls', 'post_id', 'uuid', 'ignore', null, false),
  ('polls', 'created_at', 'timestamptz', 'ignore', null, false);
alter publication powersync add table public.polls, public.poll_stats;
