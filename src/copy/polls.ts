export const pollsCopy = {
  label: 'Poll',
  vote: (option: string) => `Vote: ${option}`,
  mine: 'Your vote',
  percent: (value: number) => `${value} %`,
  total: (count: number) => (count === 1 ? '1 vote' : `${count} votes`),
  final: 'A vote cannot be changed.',
} as const;
