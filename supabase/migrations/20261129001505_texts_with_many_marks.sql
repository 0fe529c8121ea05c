-- normalize() sorts the marks of a letter in quadratic time: five texts of 10,000 marks ended every search, and comments with a tag held a post for minutes,
-- because the triggers of a commit have no time limit. A text without a word of more than 200 characters is normalized as before.

create function private.normalized(value text, form text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if value !~ '\S{201}' then
    return case form when 'NFD' then normalize(value, NFD) else normalize(value, NFC) end;
  end if;
  return (select string_agg(case form when 'NFD' then normalize(m.match[1], NFD) else normalize(m.match[1], NFC) end, '' order by m.place)
    from regexp_matches(value, '(\S{1,200}\s*|\s+)', 'g') with ordinality m (match, place));
end
$$;
grant execute on function private.normalized(text, text) to anon, authenticated, service_role;

create or replace function private.plain_text(in_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return regexp_replace(
    case when octet_length(in_text) = char_length(in_text) then lower(in_text collate "pg_c_utf8")
      else lower(private.normalized(regexp_replace(private.normalized(in_text, 'NFD'), '[\u0300-\u036f]', '', 'g'), 'NFC') collate "pg_c_utf8") end,
    '[[:space:][:punct:][:cntrl:]]+', ' ', 'g');
end
$$;

create or replace function private.tag_name(written text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.normalized(replace(regexp_replace(lower(regexp_replace(written collate "pg_c_utf8", '([[:lower:][:upper:]]' || m.marks || '*)Σ(?!' || m.marks || '*[[:lower:][:upper:]])', '\1ς', 'g')),
    '[' || d.unseen || ']+', '', 'g'), U&'i\0307', 'i'), 'NFC')
  from (select '\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u200c\u200d\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef' as unseen) d,
    lateral (select '[\u0300-\u036f' || d.unseen || ']' as marks) m
$$;

-- A list has the first 20 comments of each of 30 tags: only what costs little is done for each. A tag with marks of their own is found in texts without long
-- words. An excerpt whose tag has unseen characters begins with the text.
create or replace function private.around_tag(words text, tag text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when start > 1 then '…' else '' end || substr(words, start, 300) || case when char_length(words) >= start + 300 then '…' else '' end
  from (select translate(words, '＃', '#') as text) plain,
    lateral (select strpos(lower(plain.text collate "pg_c_utf8"), '#' || tag) as place) written,
    lateral (select greatest(1, -80 + case when written.place > 0 or plain.text ~ '\S{61}' then written.place
      else strpos(lower(normalize(plain.text, NFC) collate "pg_c_utf8"), '#' || tag) end) as start) around
$$;

-- Arguments of any length are read as far as one may be long.

create or replace function public.search_tags(prefix text) returns table (tag text, post_count integer)
language sql stable set search_path = '' as $$
  select t.tag, t.post_count from (
    select c.tag, c.post_count from public.tag_counts c
    where char_length(btrim(left(prefix, 100))) >= 2 and c.tag ~>=~ private.tag_name(btrim(left(prefix, 100)))
      and c.tag ~<~ (private.tag_name(btrim(left(prefix, 100))) || U&'\+10FFFF')
    union
    select c.tag, c.post_count from public.tag_counts c
    where char_length(concat(variadic array(select private.plain_words(left(prefix, 100))))) >= 2 and private.words_vector(c.tag) @@ private.words_query(left(prefix, 100))
  ) t
  where t.post_count > 0 order by t.post_count desc, t.tag limit 20
$$;

create or replace function public.suggest_usernames(name text) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(free.candidate order by free.place), '{}') from (
    select stem.stem || ending.ending as candidate, ending.place
    from (select left(regexp_replace(btrim(left(name, 100)), '[^A-Za-z0-9_.-]+', '_', 'g'), 20) as stem) stem,
      unnest(array['_range', '22', '.outdoors', '_29', '62', '_afield', '26', '_92']) with ordinality ending (ending, place)
    where stem.stem ~ '[A-Za-z0-9]' and private.username_status(stem.stem || ending.ending, (select auth.uid())) = 'available'
    order by ending.place limit 3
  ) free
$$;
