/** What everyone may learn of themselves: each asks for the caller of the token and takes no other id. */
const OF_THE_CALLER = 'answers about the caller alone, from the row and not from the token; policies ask it';
const DOOR = 'a step of apply_crud, which runs with the caller’s rights; bound to auth.uid() inside';
const SEARCH =
  'only posts and comments that may_read_post gives the caller; under policies the index could not be used';
const READ_RULE = 'the rule of who may read a post, for the caller alone; policies ask it';
const FILES = 'asked by the policies of storage.objects for a path; says yes or no about the caller';

/**
 * Findings that are right as they are, with the reason. A finding that is not here fails; so does an entry that nothing
 * finds any longer.
 */
export const ALLOWED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0008_row_security_without_policy': {
    applied_operations: 'bookkeeping of apply_crud, written by its definer functions; no API role has a grant',
    ad_events: 'counted by record_ad_event, summed by ad_stats; no API role has a grant',
  },
  '0015_trusts_user_metadata': {
    'function create_profile_and_friend(uuid,jsonb)':
      'takes a member’s own word for their own consent (18 or older, terms), which nobody else can give; no right hangs on it',
    'function export_my_data()': 'returns the member’s own metadata to the member',
  },
  '0023_sensitive_column_exposed': Object.fromEntries(
    [
      'contact_messages.email',
      'contact_messages.ip_address',
      'contact_messages.user_agent',
      'csae_reports.ip_address',
      'csae_reports.reporter_email',
      'csae_reports.user_agent',
    ].map((column) => [
      `authenticated: ${column}`,
      'what staff need to answer and to report; the table’s only select policy is is_staff()',
    ]),
  ),
  '0025_public_bucket_listed': {
    'public-media': 'an owner lists their own files, to delete them; the policy shows nobody else’s',
    'public-videos': 'an owner lists their own files, to delete them; the policy shows nobody else’s',
  },
  '0028_definer_function_for_anon': {
    'private.are_report_files(uuid,text[])': FILES,
    'private.has_public_file(text)': FILES,
    'private.use_my_rate(text)': 'counts one use of the caller’s own limit',
    'private.is_ceo()': OF_THE_CALLER,
    'private.is_staff()': OF_THE_CALLER,
    'private.my_role()': OF_THE_CALLER,
    'private.reader_id()': OF_THE_CALLER,
    'private.may_read_post(uuid)': READ_RULE,
    'private.changing_posts()': 'ids of posts whose comments are being changed, for policies',
    'private.changing_public_posts()': 'of these, the public ones',
    'private.may_show_file(text,text,text,boolean)': READ_RULE,
    'record_ad_event(uuid,text,uuid,integer)':
      'visitors see ads as well; it counts one view or click, within a rate, and answers nothing',
    'record_page_view(text)': 'counts one view of a known route, within a rate, and answers nothing',
    'search_texts(text)': SEARCH,
  },
  '0029_definer_function_for_authenticated': {
    'private.is_ceo()': OF_THE_CALLER,
    'private.is_staff()': OF_THE_CALLER,
    'private.my_role()': OF_THE_CALLER,
    'private.reader_id()': OF_THE_CALLER,
    'private.my_friend_ids()': OF_THE_CALLER,
    'private.has_profile()': OF_THE_CALLER,
    'private.is_session_ended()': OF_THE_CALLER,
    'my_sessions()': 'the caller’s own sessions',
    'my_unread_total()': OF_THE_CALLER,
    'end_session(uuid)': 'ends a session of the caller',
    'private.assert_may_write(boolean)': OF_THE_CALLER,
    'private.assert_poll_is_free(uuid,uuid)': 'a step of posts_before_write; refuses every other poll as missing',
    'private.next_feed_page()': 'a step of posts_before_write; begins a page only when the newest one is full',
    'private.assert_post_has_content(posts)':
      'a step of posts_before_write; judges the row that it is given and its images',
    'private.may_read_post(uuid)': READ_RULE,
    'private.may_show_file(text,text,text,boolean)': READ_RULE,
    'private.blocking_rejection(uuid,uuid[])': DOOR,
    'private.claim_action(uuid)': DOOR,
    'private.forget_rejection(uuid)': DOOR,
    'private.record_rejection(uuid,jsonb,text,text,uuid)': DOOR,
    'private.name_rejection(uuid,text,text,jsonb)': DOOR,
    'private.am_i_chosen(uuid)': OF_THE_CALLER,
    'private.take_readers(posts)': 'a step of posts_before_write; writes only beside a post that does not exist yet',
    'private.keep_held_row(uuid,text,jsonb,boolean)':
      'a step of posts_before_write; does nothing for a post that is not on hold',
    'private.keep_removed_comment(uuid)': 'a step of comments_before_write; does nothing but for admin and ceo',
    'private.remove_post(uuid)': 'a step of posts_before_write; checks for admin and ceo inside, from the row',
    'private.changing_posts()': 'ids of posts whose comments are being changed, for policies',
    'private.changing_public_posts()': 'of these, the public ones',
    'private.delete_own_post(uuid)': 'a step of posts_before_write; checks for the author inside, from the row',
    'private.has_few_rows(uuid)':
      'a step of posts_before_write; tells whether a post has more than 200 rows, which its readers see anyway',
    'private.assert_may_unfriend(uuid,uuid)': 'refuses to unfriend official accounts, which everyone sees',
    'private.prepare_friend_request(uuid)': 'the caller’s own friend request; answers all refusals in one sentence',
    'private.was_post_deleted(uuid)': 'tells that an id was used, so that it is not used again',
    'private.was_comment_deleted(uuid)': 'tells that an id was used, so that it is not used again',
    'private.limit_rate(uuid,text,text)': 'counts one use of the caller’s own limit',
    'private.use_my_actions(integer)': DOOR,
    'private.count_refused(jsonb)': 'counts uses of the caller’s own limits',
    'private.hold_post(uuid)': 'locks a row until the caller’s transaction ends, and tells nothing',
    'private.is_comment_image_missing(uuid,text)': 'of a file with a random name, which the comment itself names',
    'private.is_poll_voted(uuid)': 'tells whether a poll has votes, which its readers see anyway',
    'private.free_image_position(uuid,smallint)': 'takes a number among five, under the row lock of the post',
    'private.username_status(text,uuid)': 'says whether a name is free; names are public',
    'my_profile()': 'the caller’s own whole row: column grants cannot tell the owner from others',
    'private.are_report_files(uuid,text[])': FILES,
    'private.has_public_file(text)': FILES,
    'private.use_my_rate(text)': 'counts one use of the caller’s own limit',
    'private.assert_may_comment(uuid)':
      'the caller’s own comment; the same sentence whoever of the two blocks the other',
    'private.assert_may_message(uuid)': 'the caller’s own message; answers all refusals in one sentence',
    'private.complete_report(reports)':
      'copies what is reported into the caller’s own report; no route, and a trigger checks first that they can read it',
    'moderate_member(uuid,boolean,boolean)': 'checks for admin and ceo inside, from the row',
    'staff_members(text,text,integer,boolean)': 'no row for anybody but staff',
    'staff_overview()': 'null for anybody but staff',
    'staff_cases(integer)': 'no row for anybody but staff',
    'staff_log(timestamp with time zone,text,text[])': 'no row for anybody but staff',
    'switch_ban_tools(boolean)': 'checks for the ceo inside, from the row',
    'handle_case(text,uuid,boolean,text)': 'checks for admin and ceo inside, from the row',
    'note_evidence_view(uuid,text)': 'checks for admin and ceo inside, from the row',
    'held_evidence(uuid)': 'checks for admin and ceo inside, from the row',
    'note_held_view(uuid,text)': 'checks for admin and ceo inside, from the row',
    'note_picture_view(uuid,text)': 'checks for admin and ceo inside, from the row',
    'undo_step(uuid)': 'checks for admin and ceo inside, from the row',
    'export_my_data()': 'the caller’s own data',
    'request_account_deletion()': 'the caller’s own account',
    'cancel_account_deletion()': 'the caller’s own account',
    'ad_stats()': 'checks for the ceo inside',
    'ad_days(integer)': 'checks for the ceo inside',
    'page_view_days(integer)': 'checks for the ceo inside',
    'all_orders(timestamp with time zone)': 'checks for the ceo inside',
    'record_page_view(text)': 'counts one view of a known route, within a rate, and answers nothing',
    'search_texts(text)': SEARCH,
    'record_ad_event(uuid,text,uuid,integer)': 'counts one view or click, within a rate, and answers nothing',
  },
};
