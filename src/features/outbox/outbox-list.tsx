import { useState } from 'react';
import { outboxCopy } from '#copy/outbox.ts';
import { outboxScreenCopy } from '#copy/outbox-screen.ts';
import { entryProps } from '#ui/entry.ts';
import { ChevronDownIcon } from '#ui/icons/more-icons.tsx';
import { Stamp } from '#ui/stamp.tsx';
import { itemMargin } from './item-margin.ts';
import { KindIcon } from './kind-icon.tsx';
import { headingOf, OutboxEntry } from './outbox-entry.tsx';
import entry from './outbox-entry.module.css';
import styles from './outbox-list.module.css';
import type { StoredAction } from './queries.ts';
import { type OutboxGroup, type OutboxSection, toSections } from './sections.ts';

interface OutboxListProps {
  items: readonly StoredAction[];
  /** Nothing can be sent now: actions in flight get no answer. */
  holding: boolean;
  onRetry: (item: StoredAction) => void;
  onEdit: (item: StoredAction) => void;
  onDiscard: (item: StoredAction) => void;
}

type Handlers = Omit<OutboxListProps, 'items' | 'holding'>;

/** The text about the rejected action that blocks this one. */
function waitsFor(item: StoredAction, items: readonly StoredAction[]): string | null {
  if (!item.blocked_by) return null;
  const parent = items.find(({ action_id }) => action_id === item.blocked_by);
  return parent ? outboxScreenCopy.waitsFor(headingOf(parent)) : outboxScreenCopy.waitsForUnknown;
}

/** All unsent actions and sent ones without confirmation, by state. One stamp per section. */
export function OutboxList({ items, holding, ...act }: OutboxListProps) {
  return toSections(items).map((section, index, all) => (
    <section key={keyOf(section, all[index + 1])} aria-labelledby={`outbox-${section.state}`}>
      <SectionHead section={section} isUnanswered={holding && section.state === 'sending'} />
      <ul aria-labelledby={`outbox-${section.state}`}>
        {section.groups.flatMap((group) =>
          group.items.length > 1
            ? [<Group key={group.kind} group={group} items={items} holding={holding} act={act} />]
            : group.items.map((item) => (
                <Item key={item.action_id} item={item} items={items} holding={holding} act={act} />
              )),
        )}
      </ul>
    </section>
  ));
}

function SectionHead({ section: { state, count }, isUnanswered }: { section: OutboxSection; isUnanswered: boolean }) {
  return (
    <div className={styles.head}>
      <Stamp state={state} label={isUnanswered ? outboxCopy.unanswered : outboxCopy.stamps[state]} />
      <h2 id={`outbox-${state}`} className={styles.count}>
        {outboxScreenCopy.sections[isUnanswered ? 'unanswered' : state](count)}
      </h2>
      {state === 'sent' && <p className={styles.note}>{outboxScreenCopy.unconfirmed}</p>}
    </div>
  );
}

/** The same one for all that is queued and all that is being sent: an attempt then keeps the elements and the focus. */
const keyOf = ({ state }: OutboxSection, next: OutboxSection | undefined): string =>
  state === 'queued' || (state === 'sending' && next?.state !== 'queued') ? 'unsent' : state;

interface ItemProps {
  item: StoredAction;
  items: readonly StoredAction[];
  holding: boolean;
  nested?: boolean;
  act: Handlers;
}

function Item({ item, items, holding, nested = false, act }: ItemProps) {
  return (
    <OutboxEntry
      item={item}
      nested={nested}
      holding={holding}
      waitsFor={waitsFor(item, items)}
      dependents={items.filter(({ blocked_by }) => blocked_by === item.action_id).length}
      onRetry={() => act.onRetry(item)}
      onEdit={() => act.onEdit(item)}
      onDiscard={() => act.onDiscard(item)}
    />
  );
}

/** Several actions in one line, such as "40 votes", which expands to all of them. */
function Group({ group, ...rest }: Omit<ItemProps, 'item'> & { group: OutboxGroup }) {
  const [open, setOpen] = useState(false);
  const listId = `outbox-group-${group.kind}`;
  const [first] = group.items;
  return (
    <li {...entryProps(entry.entry, itemMargin(first?.state))} data-key={`${group.kind} ${first?.state}`}>
      <div className={entry.margin}>
        <KindIcon kind={group.kind} />
      </div>
      <div className={styles.group}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          <span className={entry.label}>{outboxScreenCopy.many(group.kind, group.items.length)}</span>
          <ChevronDownIcon />
        </button>
        <ul id={listId} hidden={!open}>
          {open && group.items.map((item) => <Item key={item.action_id} item={item} {...rest} nested />)}
        </ul>
      </div>
    </li>
  );
}
