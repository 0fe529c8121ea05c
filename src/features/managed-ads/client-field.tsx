import { useState } from 'react';
import { AD_TEXT_LENGTH } from '#contract/managed-ads.ts';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './ad-form.module.css';
import { addClient } from './mutations.ts';
import { useAdClients } from './queries.ts';

interface ClientFieldProps {
  /** Id of the client; '' for none. */
  value: string;
  error: string | null;
  offline: boolean;
  onChange: (id: string) => void;
}

/** SQLSTATE of a second row with the same key. */
const DUPLICATE = '23505';

export function ClientField({ value, error, offline, onChange }: ClientFieldProps) {
  const { rows, complete } = useAdClients();
  const [isAdding, setAdding] = useState(false);
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const choose = (id: string) => {
    onChange(id);
    setName('');
    setAdding(false);
  };
  const add = async () => {
    const wanted = name.trim().toLowerCase();
    if (!wanted) return;
    // The server has one client of a name, whatever its case.
    const known = rows.find((client) => client.name.toLowerCase() === wanted);
    if (known) return choose(known.id);
    setBusy(true);
    const reply = await addClient(name.trim());
    setBusy(false);
    if (reply.ok) return choose(reply.id);
    const isTaken = reply.code === DUPLICATE;
    toast(isTaken ? copy.clientExists : reply.message || copy.addFailed, { tone: 'stop' });
  };
  // A client that was just added is chosen before its row arrives.
  const isKnown = value === '' || rows.some(({ id }) => id === value);
  return (
    <div className={styles.client}>
      <Select
        label={copy.client}
        required
        value={value}
        error={error}
        hint={offline && !complete && rows.length === 0 ? copy.clientsFailed : undefined}
        options={[
          { value: '', label: copy.chooseClient },
          ...rows.map(({ id, name: label }) => ({ value: id, label })),
          ...(isKnown ? [] : [{ value, label: copy.loading }]),
        ]}
        onChange={({ target }) => onChange(target.value)}
      />
      {isAdding ? (
        <div className={styles.add}>
          <Field
            label={copy.clientName}
            value={name}
            maxLength={AD_TEXT_LENGTH}
            onChange={({ target }) => setName(target.value)}
            // Enter adds the client and does not send the form around it.
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void add();
            }}
          />
          <Button kind="outline" busy={isBusy} disabled={offline || !name.trim()} onClick={() => void add()}>
            {copy.add}
          </Button>
        </div>
      ) : (
        <Button kind="text" size="s" onClick={() => setAdding(true)}>
          {copy.addClient}
        </Button>
      )}
    </div>
  );
}
