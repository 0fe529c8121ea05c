-- The words of a text cost a third of what a post costs to write, and are computed again whenever a row gets another place in an index (each new feed_page
-- of a post). The same words as before, so the indexes stay as they are.

-- A text with one space between its words, as the index of the device has them: without accents, in lower case. Texts in ASCII have no accents.
create function private.plain_text(in_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return regexp_replace(
    case when octet_length(in_text) = char_length(in_text) then lower(in_text collate "pg_c_utf8")
      else lower(normalize(regexp_replace(normalize(in_text, NFD), '[\u0300-\u036f]', '', 'g'), NFC) collate "pg_c_utf8") end,
    '[[:space:][:punct:][:cntrl:]]+', ' ', 'g');
end
$$;
grant execute on function private.plain_text(text) to anon, authenticated, service_role;

create or replace function private.plain_words(in_text text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select w.word from unnest(string_to_array(private.plain_text(in_text), ' ')) w (word) where w.word <> ''
$$;

-- Most texts have neither a script without spaces nor a word that is too long for a tsvector: their words are all there is.
create or replace function private.words_of(in_text text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  plain text := private.plain_text(in_text);
begin
  if plain !~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]'
    and (char_length(plain) <= 200 or plain !~ '[^ ]{201}') then
    return array_remove(string_to_array(plain, ' '), '');
  end if;
  return (
    select coalesce(array_agg(left(found.word, 200)), '{}') from private.plain_words(in_text) w (word), lateral (
      select w.word
      union all
      select p.word from private.runs_in(w.word) r, lateral (
        select private.pairs_in(r.run, true) where r.is_unspaced union all select r.run where not r.is_unspaced and r.run <> w.word) p (word)
    ) found (word));
end
$$;

-- Nothing is looked for where no text can have it.
create or replace function private.hashtags_of(value text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select tag from (
    select m.tag, min(m.place) as place from private.marks_in(value) m where value ~ '[#＃]' and m.tag is not null group by 1
  ) found order by place limit 30
$$;

create or replace function private.mentions_of(value text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select name from (
    select m.name, min(m.place) as place from private.marks_in(value) m where strpos(value, '@') > 0 and m.name is not null group by 1
  ) found where char_length(name) <= 60 order by place limit 20
$$;
