import { membersCopy } from '#copy/members.ts';
import { Gloved } from '#ui/gloved.tsx';
import { Select } from '#ui/select.tsx';
import { type Letter, LETTERS } from './directory.ts';
import styles from './letter-rail.module.css';
import { LetterMark } from './member-line.tsx';

interface LetterRailProps {
  /** The letter at the top of the list. */
  current: Letter;
  /** Letters that have a name. The others are paler. */
  found: ReadonlySet<Letter>;
  onJump: (letter: Letter) => void;
}

/** The same for gloves, above the list. */
export function LetterChoice({ current, onJump }: Omit<LetterRailProps, 'found'>) {
  return (
    <Gloved>
      <div className={styles.choice}>
        <Select
          label={membersCopy.letters}
          value={current}
          options={LETTERS.map((value) => ({ value, label: membersCopy.letterNames[value] ?? value }))}
          onChange={(event) => onJump(event.target.value)}
        />
      </div>
    </Gloved>
  );
}

/** Letters beside the list, as one slider: each is too small for a finger, but a finger can slide along them. */
export function LetterRail({ current, found, onJump }: LetterRailProps) {
  return (
    <div className={styles.rail}>
      {LETTERS.map((letter) => (
        <span
          key={letter}
          className={styles.letter}
          aria-hidden="true"
          data-found={found.has(letter)}
          data-now={letter === current}
        >
          <LetterMark letter={letter} />
        </span>
      ))}
      {/* Invisible above the letters: its thumb is as high as one of them. */}
      <input
        type="range"
        className={styles.slider}
        aria-label={membersCopy.letters}
        aria-orientation="vertical"
        aria-valuetext={membersCopy.letterNames[current] ?? current}
        min={0}
        max={LETTERS.length - 1}
        value={LETTERS.indexOf(current)}
        onChange={(event) => onJump(LETTERS[Number(event.target.value)] ?? current)}
      />
    </div>
  );
}
