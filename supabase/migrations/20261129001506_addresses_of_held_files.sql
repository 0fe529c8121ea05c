-- An index takes keys of at most 2,704 bytes, and an address of 2,048 characters may have 8 kB: whoever commented with one on a reported post made every
-- deletion of that post fail. Only addresses in our storage are asked for.

create or replace function private.is_media_url(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select octet_length(value) <= 2048
    and value ~ '^(https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[^[:space:]\\<>"]*)?|/[A-Za-z0-9._~%-][^[:space:]\\<>"]*)$'
    and (value ^@ 'https:' or value !~* '/(\.|%2e){1,2}([/?#]|$)')
$$;

-- Addresses of pictures and videos of ours in such a copy. Rows from before may have longer ones, which name no file.
create function private.held_files(content jsonb) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select a.address from unnest(private.held_addresses(content)) a (address)
    where a.address ^@ '/storage/' and octet_length(a.address) <= 2048)
$$;
drop index private.held_rows_addresses;
create index held_rows_files on private.held_rows using gin (private.held_files(content));

create or replace function private.is_address_on_hold(address text, moment timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.post_images i where i.url = address and i.url ^@ '/storage/' and private.is_on_hold(i.post_id, moment))
    or exists (select 1 from public.comments c where c.image_url = address and c.image_url ^@ '/storage/' and private.is_comment_on_hold(c.id, c.post_id, moment))
    or exists (select 1 from public.posts p where p.image_url = address and p.image_url ^@ '/storage/' and private.is_on_hold(p.id, moment))
    or exists (select 1 from public.posts p where p.gif_url = address and p.gif_url ^@ '/storage/' and private.is_on_hold(p.id, moment))
    or exists (select 1 from public.posts p where p.video_url = address and private.is_on_hold(p.id, moment))
    or exists (select 1 from private.held_rows h where private.held_files(h.content) @> array[address]
      and case h.table_name when 'comments' then private.is_comment_on_hold(h.row_id, h.post_id, moment) else private.is_on_hold(h.post_id, moment) end);
end
$$;
