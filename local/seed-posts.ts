/** A post of the first-run seed. */
export interface SeedPost {
  readonly by: string;
  /** Hours before the seed runs. */
  readonly ago: number;
  readonly title?: string;
  readonly text?: string;
  /** Addresses of PICTURES, in order. */
  readonly images?: readonly string[];
  readonly score: number;
  readonly friends?: true;
  readonly sticky?: true;
  /** `votes`: who chose which option, from 0. */
  readonly poll?: {
    readonly question: string;
    readonly options: readonly string[];
    readonly votes: Readonly<Record<string, number>>;
  };
}

/** Newest first. Fictional, brand-free, the tone of people who like the morning as much as the sport. */
export const POSTS: readonly SeedPost[] = [
  {
    by: 'old_kip',
    ago: 26,
    title: 'Saturday: gate opens at 8, coffee at 7:30',
    text: 'Ear pro on past the yellow line. New members, ask for @marge_b. Bring a chair.',
    score: 86,
    sticky: true,
  },
  {
    by: 'marge_b',
    ago: 0.6,
    title: 'Fog lifted at nine and we had the line to ourselves',
    text: 'Bay 4. The berm keeps the wind off.',
    images: ['/seed/range.webp', '/seed/target.webp'],
    score: 41,
  },
  {
    by: 'tully.sporting',
    ago: 1.4,
    title: 'Settle this for us before Saturday',
    text: 'I have forgotten all four, twice.',
    poll: {
      question: 'What do you always forget on a wet day?',
      options: ['Dry socks', 'Spare ear pro', 'The thermos', 'To go home'],
      votes: { old_kip: 0, marge_b: 1, pia_marsh: 0, 'dana-k': 1, 'jojo.clays': 0, mr_tibbets: 3, wren_holloway: 2 },
    },
    score: 19,
  },
  {
    by: 'old_kip',
    ago: 3,
    text: 'Found a box of wadcutters from 1988. They still smell of the shop. #reloading',
    score: 57,
  },
  {
    by: 'wren_holloway',
    ago: 4.2,
    title: 'First ten of the winter',
    text: 'Ten metres, standing, cold hands. I put the card on the fridge.',
    score: 38,
  },
  { by: 'pia_marsh', ago: 5.5, text: 'Question for the patient ones: how many mats is too many mats?', score: 12 },
  {
    by: 'dana-k',
    ago: 7,
    title: 'Six plates, repainted',
    text: 'White shows better at dusk than anything else I tried. Two thin coats. #steelchallenge',
    images: ['/seed/steel.webp'],
    score: 33,
  },
  {
    by: 'lanternlight',
    ago: 9,
    text: 'Night league: lights on at six, last relay at nine. Eye pro is not optional because it is dark. #nightleague',
    score: 15,
  },
  {
    by: 'ferris_oakes',
    ago: 11,
    title: 'Walnut, forty years of oil, one new bedding screw',
    text: 'It shoots the way it did when it was new. The owner cried a little. So did I.',
    score: 64,
  },
  {
    by: 'sam_weller',
    ago: 13,
    title: 'Zero held after 300 rounds',
    text: 'Cold morning, 50 yd, no drift. Full notes when I have dry paper again. #zeroday',
    score: 22,
  },
  {
    by: 'jojo.clays',
    ago: 16,
    text: 'Twenty-two out of twenty-five and I can tell you about each of the three.',
    score: 27,
  },
  {
    by: 'benchrest_bo',
    ago: 20,
    title: 'Five shots, one ragged hole, no witnesses',
    text: 'I will be at bench 2 until somebody believes me. #zeroday',
    images: ['/seed/target.webp'],
    score: 71,
  },
  {
    by: 'mr_tibbets',
    ago: 23,
    text: 'The tin says 1951. The hinge says otherwise. Anybody here who knows old tins?',
    score: 9,
  },
  {
    by: 'marge_b',
    ago: 27,
    title: 'Cold range means cold range',
    text: 'Flag is down, actions open, step back. Thank you to everyone who says it out loud.',
    score: 90,
  },
  {
    by: 'sam_weller',
    ago: 29,
    text: 'Friends: I have room for two in the car on Saturday. Leaving at six forty.',
    score: 3,
    friends: true,
  },
  {
    by: 'pia_marsh',
    ago: 31,
    title: 'My first steel match',
    text: 'I was slow, I was safe, I am going again. Thank you for the loan of the ear pro, Dana. #steelchallenge',
    score: 104,
  },
  {
    by: 'tully.sporting',
    ago: 35,
    text: 'The young dog has learned to sit through a whole stand. The old dog is not impressed.',
    score: 48,
  },
  {
    by: 'old_kip',
    ago: 38,
    title: 'Loose primers, tidy bench',
    text: 'One powder on the bench at a time. Label first, then pour. Nothing new, worth saying again.',
    images: ['/seed/bench.webp'],
    score: 77,
  },
  { by: 'wren_holloway', ago: 44, text: 'Dry practice tonight. The cat counts as a distraction drill.', score: 30 },
  {
    by: 'dana-k',
    ago: 47,
    title: 'Stage five, the long one',
    text: 'Start from the left box. The far plate rings a beat late, so wait for it. #steelchallenge',
    score: 25,
  },
  {
    by: 'lanternlight',
    ago: 50,
    text: 'Scores from Tuesday are up on the board by the kettle. Two ties, both broken by X count.',
    score: 11,
  },
  {
    by: 'ferris_oakes',
    ago: 55,
    text: 'Linseed oil, a rag, patience. Hang the rag outside, flat, or it will light itself.',
    score: 52,
  },
  {
    by: 'jojo.clays',
    ago: 59,
    title: 'Wind from the left until noon',
    text: 'Then nothing at all. Everyone shot their best round in the last hour.',
    score: 18,
  },
  {
    by: 'marge_b',
    ago: 64,
    title: 'New members, Sunday at ten',
    text: 'Forty minutes of safety, then a slow first magazine with somebody beside you. Nobody is graded.',
    score: 61,
  },
  { by: 'benchrest_bo', ago: 70, text: 'Weighed two hundred cases. Regret nothing. Slept well. #reloading', score: 20 },
  {
    by: 'rangeday',
    ago: 74,
    title: 'House rules, in one breath',
    text: 'Safety first and out loud. No sales of arms here. Be kind to people who are new. Everything you write is kept and sent when there is signal.',
    score: 120,
    sticky: true,
  },
  {
    by: 'mr_tibbets',
    ago: 78,
    text: 'A canvas sling from the flea market, washed twice, still smells of somebody else’s cellar.',
    score: 14,
  },
  { by: 'sam_weller', ago: 83, title: 'Spare socks', text: 'That is the whole post.', score: 46 },
  {
    by: 'old_kip',
    ago: 90,
    title: 'Dusk on the hundred',
    text: 'Last relay before the frost. I stayed to sweep.',
    images: ['/seed/dusk.webp', '/seed/target.webp', '/seed/brass.webp', '/seed/bench.webp', '/seed/steel.webp'],
    score: 83,
  },
  {
    by: 'tully.sporting',
    ago: 96,
    text: 'Loaned my good vest to a beginner. He hit more than I did. I have asked for it back.',
    score: 55,
  },
  { by: 'pia_marsh', ago: 102, text: 'Is it normal to hear the timer in your sleep?', score: 29 },
  {
    by: 'marge_b',
    ago: 108,
    text: 'For friends only: surprise cake for Kip on Saturday, behind the target shed, half past ten.',
    score: 8,
    friends: true,
  },
  {
    by: 'wren_holloway',
    ago: 115,
    title: 'A note on breathing',
    text: 'In, half out, hold what is left. Then forget that you are doing it.',
    score: 36,
  },
  {
    by: 'rangeday_news',
    ago: 122,
    title: 'Works without signal',
    text: 'The valley has no bars on any phone, so the feed now keeps itself on your device and sends your posts when you are back on the road.',
    score: 95,
  },
  {
    by: 'dana-k',
    ago: 130,
    text: 'Paint count for the season: eleven cans of white, one of red, one pair of shoes.',
    score: 34,
  },
  {
    by: 'ferris_oakes',
    ago: 138,
    title: 'Left-handed bolt, right-handed case',
    text: 'Whoever packed it had a sense of humour.',
    score: 17,
  },
  {
    by: 'benchrest_bo',
    ago: 146,
    title: 'Brass, sorted by light',
    text: 'Rain outside, radio on, nothing to prove.',
    images: ['/seed/brass.webp', '/seed/bench.webp'],
    score: 44,
  },
  {
    by: 'jojo.clays',
    ago: 154,
    text: 'The gun show in Dayton had one good bench rest and forty bad sandwiches. #gunshow-dayton',
    score: 21,
  },
  {
    by: 'lanternlight',
    ago: 162,
    text: 'Who left a very nice thermos at bay 2? It is on the shelf, washed. #nightleague',
    score: 26,
  },
  {
    by: 'old_kip',
    ago: 170,
    title: 'How we do the cease-fire',
    text: 'One voice calls it, everyone repeats it, nobody touches anything until the flag is down. It has worked for thirty years.',
    score: 68,
  },
];
