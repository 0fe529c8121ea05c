-- Reserved usernames, and the members list in alphabetical order.

-- Names that nobody may choose: roles, the product, brands of firearms and gear, well-known channels. Stored in normalized form. Whoever owns such a
-- name asks us, and the service assigns it (only members' own changes are checked).
create table private.reserved_usernames (
  folded text primary key,
  kind text not null check (kind in ('role', 'product', 'brand', 'channel', 'route')),
  -- reserved also as one word of a longer name: the_admin
  is_word boolean not null default false
);
alter table private.reserved_usernames enable row level security;

-- Names that look alike are equal: case, the three separators, letters and digits that resemble others, and pairs that do. (profiles_username_pattern
-- excludes other scripts, full-width and invisible characters.)
create function private.normalize_username(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select replace(replace(translate(lower(name), '01l3457._-', 'oiieast'), 'rn', 'm'), 'vv', 'w')
$$;
create unique index profiles_username_folded_key on public.profiles (private.normalize_username(username));
grant execute on function private.normalize_username(text) to authenticated;

insert into private.reserved_usernames (folded, kind)
select distinct on (private.normalize_username(name)) private.normalize_username(name), kind from (
  select unnest(string_to_array('admin administrator ceo cfo cto coo president founder owner staff team mod mods moderator moderators moderation root superuser sysadmin '
    || 'system support help helpdesk official security abuse legal privacy billing sales press media info contact webmaster postmaster hostmaster '
    || 'noreply no-reply mail email service bot robot everyone all here channel guest anonymous deleted null undefined nobody somebody user users member members '
    || 'verified police atf fbi sheriff government', ' ')) as name, 'role' as kind
  union all
  select unnest(string_to_array('rangeday range_day rangeday_news rangeday_support rangeday_official rangeday_team rangeday_staff rangeday_admin rangedayapp '
    || 'therangeday rangeday_help rangeday_security rangeday_ceo', ' ')), 'product'
  union all
  select unnest(string_to_array('login logout signup signin register verify-email reset-password about install csae create-post edit edit-post post posts tag tags '
    || 'profile editprofile messages notifications settings merch ads api auth rest storage functions powersync assets static public index home feed trending friends search', ' ')),
    'route'
  union all
  select unnest(string_to_array('glock smithwesson smith_and_wesson sigsauer sig_sauer sig beretta ruger sturmruger colt remington winchester browning mossberg springfield '
    || 'springfieldarmory taurus walther heckler_koch hecklerundkoch hk cz czusa ceskazbrojovka fn fnherstal fnamerica kimber savage savagearms marlin henry henryrifles '
    || 'henryusa benelli franchi stoeger weatherby tikka sako bergara steyr steyrarms danielwesson wilsoncombat nighthawkcustom staccato sti stieagle '
    || 'canik iwi desert_eagle magnumresearch kahr kahrarms keltec hi-point hipoint charterarms rossi heritage northamericanarms rockisland rockislandarmory '
    || 'armscor tisas girsan sarusa sccy bersa shadowsystems polymer80 zev zevtechnologies bulletproof bravocompany bcm danieldefense ddm4 noveske '
    || 'larue laruetactical knightsarmament kac lwrc lwrci pof pofusa psa palmettostatearmory palmetto aeroprecision aero anderson andersonmanufacturing '
    || 'bushmaster dpms rockriver rockriverarms stag stagarms windham diamondback christensenarms barrett accuracyinternational mcmillan surgeon '
    || 'kalashnikov kalashnikovusa zastava arsenal izhmash krissusa kriss robinsonarmament ruag sauer mauser blaser krieghoff perazzi holland_holland '
    || 'purdey czub uberti pietta cimarron thompsoncenter traditions cva lyman hornady federal federalpremium cci speer fiocchi magtech pmc '
    || 'blazer norma lapua sierra barnes bergerbullets nosler wolf tula tulammo aguila sellier sellierbellot ppu winchesterammo underwood buffalobore '
    || 'magpul trijicon aimpoint eotech holosun vortex vortexoptics leupold nightforce bushnell primaryarms swampfox burris swarovski zeiss steiner '
    || 'schmidtbender surefire streamlight olight modlite clouddefensive crimsontrace lasermax safariland blackhawk galco aliengear vedder '
    || 'tenicor tulster phlster t.rex.arms trexarms haleystrategic crye cryeprecision 511tactical 511 oakley pelican plano vaultek howardleight peltor '
    || 'walkers sordin msa silencerco silencershop deadair surefiresuppressors gemtech rugged yhm yankeehill thunderbeast griffinarmament radianweapons '
    || 'geissele timney trijiconrmr larrysguns rcc rcbs dillon dillonprecision leeprecision redding hoppes ballistol froglube breakfree '
    || 'brownells midwayusa midway opticsplanet primaryweapons pws gunbroker cabelas basspro academy sportsmans luckygunner bulkammo ammoseek ammocom '
    || 'nra nraila goa gunownersofamerica saf fpc firearmspolicy uscca nssf', ' ')), 'brand'
  union all
  select unnest(string_to_array('hickok45 demolitionranch demoranch garandthumb forgottenweapons ianmccollum brandonherrera theakguy iraqveteran8888 iv8888 militaryarmschannel '
    || 'mac tfbtv thefirearmblog tfb inrangetv inrange karlkasarda ninehole 9hole 9holereviews paulharrell gunsandammo guns_and_ammo gunsamerica americanrifleman shootingillustrated '
    || 'fieldandstream outdoorlife colionnoir mrcolionnoir kentuckyballistics honestoutlaw sootch00 nutnfancy jerrymiculek taofledermaus mrgunsngear '
    || 'warriorpoetsociety activeselfprotection asp thehumblemarksman luckygunnerlabs cinema gundigest gunsdotcom gunscom recoil recoilmagazine recoilweb '
    || 'ballisticmagazine thetruthaboutguns ttag pewpewtactical pewpew administrativeresults admin_results donutoperator duelist1954 bloke_on_the_range '
    || 'candrsenal c_and_rsenal vickerstactical larryvickers slaterifle sagedynamics modernselfprotection primaryandsecondary gunsmithing edwinsarkissian '
    || 'fullmag flannel_daddy lenny_magill vso_gun_channel vsogunchannel alaskanballistics buckinghamballistics 22plinkster wranglerstar backfire thegundies', ' ')), 'channel'
) as names (name, kind)
on conflict do nothing;

-- Words that claim authority, on their own between separators, capitals or digits, or after 'the', 'real', 'mr': the_admin, RealModerator, staff2.
update private.reserved_usernames set is_word = true where folded in (
  select private.normalize_username(word) from unnest(string_to_array(
    'admin administrator ceo moderator moderators moderation official staff support helpdesk sysadmin', ' ')) word);

create function private.is_reserved_username(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select position('rangeday' in private.normalize_username(name)) > 0
    or exists (select 1 from private.reserved_usernames r where r.folded = private.normalize_username(name))
    or exists (
      select 1 from private.reserved_usernames r, (
        -- as they are written, and without digits around them: 4dmin, admin1, 007admin
        select variant.word from regexp_split_to_table(name || '_' || regexp_replace(name, '([a-z])([A-Z])', '\1_\2', 'g'), '[._-]+') part,
          lateral (values (part), (rtrim(part, '0123456789')), (trim(part, '0123456789'))) variant (word)
      ) words (word)
      where r.is_word and r.folded = regexp_replace(private.normalize_username(words.word), '^(the)?(reai)?(mr)?', ''))
$$;

-- 'available', 'taken', 'reserved' or 'invalid' for the asker. A member's own name counts as available.
create function private.username_status(name text, asker uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when btrim(name) <> '' and btrim(name) !~ '[^.]' then 'reserved'
    when coalesce(btrim(name) !~ '^[A-Za-z0-9_.-]{1,30}$', true) then 'invalid'
    when exists (select 1 from public.profiles p where lower(p.username) = lower(btrim(name)) and p.id = asker) then 'available'
    when private.is_reserved_username(btrim(name)) then 'reserved'
    when exists (select 1 from public.profiles p where private.normalize_username(p.username) = private.normalize_username(btrim(name)) and p.id is distinct from asker)
      then 'taken'
    else 'available'
  end
$$;

create function public.username_availability(name text) returns text
language sql stable set search_path = '' as $$
  select private.username_status(name, (select auth.uid()))
$$;

-- Up to three available names that begin as this one. Separators alone make no new name (normalize_username ignores them), so each ending adds letters
-- or digits that resemble nothing.
create function public.suggest_usernames(name text) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(free.candidate order by free.place), '{}') from (
    select stem.stem || ending.ending as candidate, ending.place
    from (select left(regexp_replace(btrim(name), '[^A-Za-z0-9_.-]+', '_', 'g'), 20) as stem) stem,
      unnest(array['_range', '22', '.outdoors', '_29', '62', '_afield', '26', '_92']) with ordinality ending (ending, place)
    where stem.stem ~ '[A-Za-z0-9]' and private.username_status(stem.stem || ending.ending, (select auth.uid())) = 'available'
    order by ending.place limit 3
  ) free
$$;

create function private.assert_username_is_free(name text, member uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if name is null then
    raise exception 'A profile needs a username.' using errcode = '23514';
  end if;
  case private.username_status(name, member)
    when 'reserved' then raise exception 'Username is reserved' using errcode = '23514';
    when 'taken' then raise exception 'Username already taken' using errcode = '23505';
    else null; -- the CHECK refuses an invalid pattern; the unique index decides a race
  end case;
end
$$;

grant execute on function private.username_status(text, uuid), private.assert_username_is_free(text, uuid) to authenticated;
grant execute on function public.username_availability(text), public.suggest_usernames(text) to authenticated;

-- The members list in pages of at most 100; a device loads the pages that it shows. A page that overflows is split in two, so a new name moves at most
-- half a page. Page 0 holds the official accounts and is shown last.
create table public.directory_pages (
  id integer primary key,
  -- the lowest name (lower case) of this page; the next page's start ends it. Null: the official accounts.
  starts_at text collate "C" unique,
  size integer not null default 0
);
create sequence private.directory_page_number;
insert into public.directory_pages (id, starts_at) values (0, null), (nextval('private.directory_page_number'), '');

-- Names are compared byte by byte, on the server as on the device.
create index profiles_public_leaf_order on public.profiles_public (directory_page, (lower(username) collate "C"));

alter table public.directory_pages enable row level security;
grant select on public.directory_pages to anon, authenticated;
create policy directory_pages_are_read_by_everyone on public.directory_pages for select to anon, authenticated using (true);

-- Gives the page for a name, splitting a full one, and counts the name there.
create function private.assign_directory_page(username text, is_official boolean) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  name text collate "C" := lower(username);
  page public.directory_pages;
  middle text collate "C";
  new_page integer;
begin
  if name is null then
    return null;
  elsif is_official then
    update public.directory_pages set size = size + 1 where id = 0;
    return 0;
  end if;
  loop
    select * into strict page from public.directory_pages p where p.starts_at <= name order by p.starts_at desc limit 1 for update;
    -- Another transaction may have split it while this one waited.
    exit when not exists (select 1 from public.directory_pages p where p.starts_at <= name and p.starts_at > page.starts_at);
  end loop;
  if page.size >= 100 then
    select lower(p.username) into middle from public.profiles_public p where p.directory_page = page.id
    order by lower(p.username) collate "C" offset 50 limit 1;
    if middle > page.starts_at then
      new_page := nextval('private.directory_page_number');
      insert into public.directory_pages (id, starts_at) values (new_page, middle);
      update public.profiles_public p set directory_page = new_page where p.directory_page = page.id and lower(p.username) collate "C" >= middle;
      update public.directory_pages d set size = (select count(*) from public.profiles_public p where p.directory_page = d.id) where d.id in (page.id, new_page);
      if name >= middle then
        page.id := new_page;
      end if;
    end if;
  end if;
  update public.directory_pages set size = size + 1 where id = page.id;
  return page.id;
end
$$;

create function private.profiles_public_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if (lower(old.username), old.is_official) is not distinct from (lower(new.username), new.is_official) then
      return new;
    end if;
    update public.directory_pages set size = size - 1 where id = old.directory_page;
  end if;
  new.directory_page := private.assign_directory_page(new.username, new.is_official);
  return new;
end
$$;
create trigger profiles_public_before_write before insert or update of username, is_official on public.profiles_public
  for each row execute function private.profiles_public_before_write();

create function private.profiles_public_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.directory_pages set size = size - 1 where id = old.directory_page;
  return null;
end
$$;
create trigger profiles_public_after_delete after delete on public.profiles_public
  for each row execute function private.profiles_public_after_delete();

-- For links in texts: which of at most 50 names a member has, in any case. Reads with the caller's rights.
create function public.existing_usernames(names text[]) returns setof text
language sql stable set search_path = '' as $$
  select p.username from public.profiles_public p
  where cardinality(names) <= 50 and lower(p.username) = any (array(select lower(name) from unnest(names) name))
$$;
grant execute on function public.existing_usernames(text[]) to anon, authenticated;
