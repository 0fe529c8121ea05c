/** The list of members while a name is written after an @. */
export const mentionsCopy = {
  label: 'Members',
  searching: 'Searching...',
  friend: 'Friend',
  found: (count: number) => (count === 1 ? '1 member found' : `${count} members found`),
} as const;
