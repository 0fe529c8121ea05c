/** The poll of a post. A separate file, because the first chunk contains it. */
export const pollCardCopy = {
  label: 'Poll',
  vote: (option: string) => `Vote: ${option}`,
  mine: 'Your vote',
  percent: (value: number) => `${value}%`,
  total: (count: number) => (count === 1 ? '1 vote' : `${count} votes`),
  final: 'A vote cannot be changed.',
} as const;
