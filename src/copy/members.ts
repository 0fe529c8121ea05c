export const membersCopy = {
  list: 'Members',
  filter: 'Filter by name',
  clear: 'Clear the filter',
  loading: 'Loading members...',
  empty: 'No users found.',
  /** Only after the server's list was searched: it is searched by the beginning of names. */
  noneBeginsWith: (filter: string) => `No name begins with “${filter}”.`,
  noneLocal: 'No match on this device.',
  noneLocalText: 'The whole list is searched when you are online.',
  notHereTitle: 'Nothing on this device yet.',
  notHereText: 'It loads when you are online.',
  /** Two parts: the first one is bold. */
  local: (count: number, total: number | null): readonly [string, string] => [
    total === null || total < count
      ? count.toLocaleString('en-US')
      : `${count.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`,
    count === 1 && total === null ? ' is held on this device.' : ' are held on this device.',
  ],
  total: (count: number) => count.toLocaleString('en-US'),
  you: 'You',
  official: 'Official',
  firstFriend: 'Official · your first friend',
  letters: 'Jump to a letter',
  letterNames: { '#': 'Digits and marks', '!': 'Official accounts' } as Readonly<Record<string, string>>,
} as const;
