-- Browsers decode a preview before anything else of a picture, and no check of files sees it: 30 bytes of WebP can claim 16,384 × 16,384 pixels, a gigabyte
-- of memory for each reader. Devices write 16 × 16, as WebP, or as PNG where the browser writes no WebP.

-- A still picture of at most 64 × 64 pixels, whichever of its headers a decoder believes.
create function private.is_preview(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  bytes bytea;
  total integer;
  place integer := 12;
  size bigint;
  has_picture boolean := false;
begin
  if char_length(value) > 1400 or value !~ '^data:image/(webp|png);base64,([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' then
    return false;
  end if;
  bytes := decode(split_part(value, ',', 2), 'base64');
  total := length(bytes);
  if total < 25 then
    return false;
  elsif substr(bytes, 1, 8) = '\x89504e470d0a1a0a'::bytea then
    -- One IHDR with width and height, and no fcTL: no animation.
    return substr(bytes, 13, 4) = '\x49484452'::bytea and substr(bytes, 17, 3) = '\x000000'::bytea and get_byte(bytes, 19) between 1 and 64
      and substr(bytes, 21, 3) = '\x000000'::bytea and get_byte(bytes, 23) between 1 and 64
      and position('\x49484452'::bytea in substr(bytes, 17)) = 0 and position('\x6663544c'::bytea in bytes) = 0;
  elsif substr(bytes, 1, 4) <> '\x52494646'::bytea or substr(bytes, 9, 4) <> '\x57454250'::bytea then
    return false;
  end if;
  while place + 8 <= total loop
    size := get_byte(bytes, place + 4) + 256 * get_byte(bytes, place + 5) + 65536 * get_byte(bytes, place + 6) + 16777216::bigint * get_byte(bytes, place + 7);
    if place + 8 + size > total then
      return false;
    end if;
    case encode(substr(bytes, place + 1, 4), 'escape')
      when 'ANMF' then
        return false;
      when 'VP8X' then
        if size < 10 or get_byte(bytes, place + 12) >= 64 or substr(bytes, place + 14, 2) <> '\x0000'::bytea
          or get_byte(bytes, place + 15) >= 64 or substr(bytes, place + 17, 2) <> '\x0000'::bytea then
          return false;
        end if;
      when 'VP8 ' then
        if size < 10 or get_byte(bytes, place + 14) not between 1 and 64 or get_byte(bytes, place + 15) <> 0
          or get_byte(bytes, place + 16) not between 1 and 64 or get_byte(bytes, place + 17) <> 0 then
          return false;
        end if;
        has_picture := true;
      when 'VP8L' then
        -- A signature, then 14 bits each, the lowest first: width - 1, height - 1.
        if size < 5 or get_byte(bytes, place + 9) >= 64 or get_byte(bytes, place + 10) & 63 <> 0
          or (get_byte(bytes, place + 10) >> 6) + (get_byte(bytes, place + 11) << 2) + ((get_byte(bytes, place + 12) & 15) << 10) >= 64 then
          return false;
        end if;
        has_picture := true;
      else
        null;
    end case;
    place := (place + 8 + size + size % 2)::integer;
  end loop;
  return has_picture;
end
$$;
grant execute on function private.is_preview(text) to anon, authenticated;

create or replace function private.is_image_description(width integer, height integer, alt text, preview text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(width between 1 and 30000, true) and coalesce(height between 1 and 30000, true) and coalesce(char_length(alt) <= 1000, true)
    and coalesce(private.is_preview(preview), true)
$$;

update public.post_images set preview = null where not private.is_preview(preview);
update public.comments set image_preview = null where not private.is_preview(image_preview);
