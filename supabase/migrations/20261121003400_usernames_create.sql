-- Names nobody may take: roles, the product, brands of firearms and gear, well-known channels. Kept in their folded form. Whoever owns such a name
-- asks, and the service gives it (only members' own changes are checked).
create table private.reserved_usernames (
  folded text primary key,
  kind text not null check (kind in ('role', 'product', 'brand', 'channel', 'route'))
);
alter table private.reserved_usernames enable row level security;
revoke all on private.reserved_usernames from public, anon, authenticated;

-- Looks alike, is alike: case, the three separators, and digits that stand for letters. (Other scripts, full width and invisible
-- characters cannot be in a name at all: profiles_username_pattern.)
create function private.fold_username(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select translate(lower(name), '01l3457._-', 'oiieast')
$$;
revoke all on function private.fold_username(text) from public;

insert into private.reserved_usernames (folded, kind)
select distinct on (private.fold_username(name)) private.fold_username(name), kind from (
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

-- 'available', 'taken', 'reserved' or 'invalid' for the caller: one's own name is never taken.
create function private.judge_username(name text, asker uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when btrim(name) <> '' and btrim(name) !~ '[^.]' then 'reserved'
    when coalesce(btrim(name) !~ '^[A-Za-z0-9_.-]{1,30}$', true) then 'invalid'
    when exists (select 1 from public.profiles p where lower(p.username) = lower(btrim(name)) and p.id = asker) then 'available'
    when exists (select 1 from private.reserved_usernames r where r.folded = private.fold_username(btrim(name))) then 'reserved'
    when exists (select 1 from public.profiles p where lower(p.username) = lower(btrim(name))) then 'taken'
    else 'available'
  end
$$;
revoke all on function private.judge_username(text, uuid) from public;
grant execute on function private.judge_username(text, uuid) to authenticated;

create function public.username_availability(name text) returns text
language sql stable set search_path = '' as $$
  select private.judge_username(name, (select auth.uid()))
$$;
revoke all on function public.username_availability(text) from public, anon;
grant execute on function public.username_availability(text) to authenticated, service_role;

create function private.profiles_check_username() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_api_caller() then
    return new;
  end if;
  if new.username is null then
    raise exception 'A profile needs a username.' using errcode = '23514';
  end if;
  case private.judge_username(new.username, new.id)
    when 'reserved' then raise exception 'Username is reserved' using errcode = '23514';
    when 'taken' then raise exception 'Username already taken' using errcode = '23505';
    else null; -- the CHECK speaks for the pattern, the unique index for a race
  end case;
  return new;
end
$$;
create trigger profiles_check_username before update of username on public.profiles
  for each row when (new.username is distinct from old.username) execute function private.profiles_check_username();
