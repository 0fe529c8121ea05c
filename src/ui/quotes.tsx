/**
 * A sentence of ours with members' words in quotation marks, as one element, which wraps in a flex container too. These
 * words have a direction of their own.
 */
export const Quotes = ({ text }: { text: string }) => {
  const [before, words, after] = text.split(/(?<=“)(.*)(?=”)/s);
  if (words === undefined) return before;
  return (
    <span>
      {before}
      <bdi>{words}</bdi>
      {after}
    </span>
  );
};
