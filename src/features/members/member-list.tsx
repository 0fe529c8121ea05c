import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { membersCopy } from '#copy/members.ts';
import { useRelations } from '#features/friends/queries.ts';
import { useIsMember, useMe } from '#features/me/queries.ts';
import { VirtualList } from '#ui/virtual-list.tsx';
import { isAbove, isAboveName, type Letter, lettersIn, type Line, positionOf } from './directory.ts';
import { LetterChoice, LetterRail } from './letter-rail.tsx';
import { LetterMark, MemberLine } from './member-line.tsx';
import styles from './member-list.module.css';
import { barsEnd, scrollToLine, useSeen } from './use-seen.ts';

/** Height of a line, in px. */
const LINE_PX = 60;

interface MemberListProps {
  lines: readonly Line[];
  filter: string;
  /** Has places for members that are not on this device. */
  isWhole: boolean;
  busy: boolean;
  /** These pages are on screen. */
  onNeed: (pages: readonly number[]) => void;
}

export function MemberList({ lines, filter, isWhole, busy, onNeed }: MemberListProps) {
  const me = useMe();
  const isMember = useIsMember();
  const relations = useRelations();
  const list = useRef<HTMLDivElement>(null);
  /** Index of the line below the bars. Not its letter: names that arrive may take its place while nobody scrolls. */
  const [topLine, setTopLine] = useState(0);
  const topLetter = (lines[topLine] ?? lines[0])?.letter ?? '#';
  /** Chosen, until the reader scrolls: the last letters cannot reach the top of the window. */
  const [chosen, setChosen] = useState<Letter | null>(null);
  const found = useMemo(() => lettersIn(lines), [lines]);
  /** A jump to a page that is loading ends when it has. */
  const pending = useRef<{ isBefore: (line: Line) => boolean; page: number } | null>(null);
  const jumping = useRef<AbortController>(null);
  const topName = useRef('');

  const goTo = (isBefore: (line: Line) => boolean) => {
    const { index, page } = positionOf(lines, isBefore);
    pending.current = page === null ? null : { isBefore, page };
    jumping.current?.abort();
    const { signal } = (jumping.current = new AbortController());
    if (list.current) scrollToLine(list.current, index, lines.length, signal);
  };

  useSeen(list, lines, {
    onMove: ({ top }) => {
      const line = lines[top];
      if (!line) return;
      setTopLine(top);
      if (line.member && !line.member.isOfficial) topName.current = line.member.name;
    },
    onRest: ({ rendered }) => {
      const pages = rendered.map((index) => lines[index]?.page ?? null);
      onNeed([...new Set(pages.filter((page) => page !== null))]);
    },
  });

  const onLoaded = useEffectEvent(() => {
    const waiting = pending.current;
    if (!waiting || lines.some(({ member, page }) => !member && page === waiting.page)) return;
    goTo(waiting.isBefore);
  });
  useEffect(() => onLoaded(), [lines]);
  // The reader scrolls elsewhere.
  useEffect(() => {
    const ended = new AbortController();
    const stop = ({ target }: Event) => {
      // The events of the rail and of the choice of letters.
      if (target instanceof Element && target.matches('[type=range], select, option')) return;
      pending.current = null;
      jumping.current?.abort();
      setChosen(null);
    };
    for (const event of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
      addEventListener(event, stop, { passive: true, signal: ended.signal });
    }
    return () => {
      ended.abort();
      jumping.current?.abort();
    };
  }, []);

  // Offline, the places of other members disappear: what is being read stays where it is.
  const stayAtName = useEffectEvent(() => {
    const isScrolled = list.current && list.current.getBoundingClientRect().top < barsEnd(list.current) - LINE_PX;
    if (pending.current) goTo(pending.current.isBefore);
    else if (isScrolled && topName.current) goTo(isAboveName(topName.current));
  });
  const wasWhole = useRef(isWhole);
  useLayoutEffect(() => {
    if (wasWhole.current !== isWhole) stayAtName();
    wasWhole.current = isWhole;
  }, [isWhole]);

  const jump = (to: Letter) => {
    setChosen(to);
    goTo(isAbove(to));
  };
  return (
    <>
      {filter === '' && <LetterChoice current={chosen ?? topLetter} onJump={jump} />}
      <div className={styles.lines}>
        <div ref={list} className={styles.list}>
          <div className={styles.now} aria-hidden="true">
            <LetterMark letter={topLetter} />
          </div>
          <VirtualList
            kind="list"
            label={membersCopy.list}
            items={lines}
            getKey={({ key }) => key}
            renderItem={(line) => (
              <MemberLine
                line={line}
                isMe={line.member !== null && line.member.id === me?.id}
                relations={isMember ? relations : null}
              />
            )}
            busy={busy}
            estimate={LINE_PX}
            restoreKey={`members:${filter}`}
          />
        </div>
        {filter === '' && <LetterRail current={chosen ?? topLetter} found={found} onJump={jump} />}
      </div>
    </>
  );
}
