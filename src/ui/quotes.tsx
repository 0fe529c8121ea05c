/** A sentence of ours with members' words in quotation marks. These words have a direction of their own. */
export const Quotes = ({ text }: { text: string }) => {
  const [before, words, after] = text.split(/(?<=“)(.*)(?=”)/s);
  if (words === undefined) return before;
  return (
    <>
      {before}
      <bdi>{words}</bdi>
      {after}
    </>
  );
};
