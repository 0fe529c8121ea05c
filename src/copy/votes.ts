export const votesCopy = {
  up: 'Vote up',
  down: 'Vote down',
  group: 'Votes',
  logIn: 'You must be logged in to vote.',
  score: (score: number) => (Math.abs(score) === 1 ? `${score} point` : `${score} points`),
} as const;
