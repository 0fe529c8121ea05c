-- Staff hold flagged posts on their devices whoever may read them, so what a card shows of a post must be found by its flag as well: numbers, pictures, poll, people.
-- Comments are read when the post is opened.
alter table public.post_stats add column flagged boolean not null default false;
alter table public.post_people add column flagged boolean not null default false;
alter table public.post_images add column flagged boolean not null default false;
alter table public.polls add column flagged boolean not null default false;
alter table public.poll_stats add column flagged boolean not null default false;

update public.post_stats c set flagged = true from public.posts p where p.id = c.id and p.flagged;
update public.post_people c set flagged = true from public.posts p where p.id = c.post_id and p.flagged;
update public.post_images c set flagged = true from public.posts p where p.id = c.post_id and p.flagged;
update public.polls c set flagged = true from public.posts p where p.id = c.post_id and p.flagged;
update public.poll_stats c set flagged = true from public.posts p where p.id = c.post_id and p.flagged;

create function private.posts_flag_children() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.post_stats set flagged = new.flagged where id = new.id;
  update public.post_people set flagged = new.flagged where post_id = new.id;
  update public.post_images set flagged = new.flagged where post_id = new.id;
  update public.polls set flagged = new.flagged where post_id = new.id;
  update public.poll_stats set flagged = new.flagged where post_id = new.id;
  return null;
end
$$;
create trigger posts_flag_children after update of flagged on public.posts
  for each row when (old.flagged is distinct from new.flagged) execute function private.posts_flag_children();

-- Somebody new on a post that is flagged already. (Pictures and polls are written with their post, before anybody can flag it; a picture that comes later is
-- a row of the post all the same.)
create function private.take_post_flag() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select p.flagged into new.flagged from public.posts p where p.id = new.post_id;
  return new;
end
$$;
create trigger post_people_take_flag before insert on public.post_people for each row execute function private.take_post_flag();
create trigger post_images_take_flag before insert on public.post_images for each row execute function private.take_post_flag();
revoke all on function private.posts_flag_children(), private.take_post_flag() from public;
