import { useState } from 'react';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { EyeIcon, EyeOffIcon } from '#ui/icons/more-icons.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { Part } from './part.tsx';
import styles from './sheet.module.css';

export function Forms() {
  const [text, setText] = useState(
    'Six plates, four friends, one thermos. Wind from the left until noon, then nothing at all.',
  );
  const [shown, setShown] = useState(false);
  const [drink, setDrink] = useState<'coffee' | 'socks' | 'tea'>('coffee');
  return (
    <>
      <Part title="Fields">
        <div className={styles.stack}>
          <Field label="Username" defaultValue="sam_weller" hint="Letters, numbers, . _ -" />
          <Field label="Username" defaultValue="marge b" error="Username already taken" />
          <Field label="Email" placeholder="you@example.org" disabled />
          <Field
            label="Password"
            type={shown ? 'text' : 'password'}
            defaultValue="range day 1"
            end={
              <IconButton quiet label={shown ? 'Hide' : 'Show'} onClick={() => setShown(!shown)}>
                {shown ? <EyeOffIcon /> : <EyeIcon />}
              </IconButton>
            }
          />
          <TextArea label="Message" value={text} rows={2} onChange={(event) => setText(event.target.value)} />
          <TextArea label="Message" value="" rows={2} error="All fields are required." readOnly />
          <Select
            label="Type"
            options={[
              { value: 'square', label: 'Square, 250 × 250' },
              { value: 'banner', label: 'Banner, 728 × 90' },
            ]}
          />
          <Select
            label="Client"
            options={[{ value: '', label: 'Choose…' }]}
            error="Please fill out all required fields"
          />
        </div>
      </Part>
      <Part title="Switches and choices">
        <Switch
          label="Data saver"
          note="Photos load when you tap them. Text, votes and messages always load."
          defaultChecked
        />
        <Switch label="Play gifs automatically" />
        <Switch label="Not available" disabled />
        <Checkbox label="I am 18 or older" defaultChecked />
        <Checkbox label="I agree to the terms" error="You must agree to the Terms & Conditions." />
        <Checkbox label="Pin to Top" disabled defaultChecked hint="Only admins and the ceo can pin a post." />
        <RadioGroup
          legend="Bring"
          value={drink}
          onChange={setDrink}
          choices={[
            { value: 'coffee', label: 'Hot coffee' },
            { value: 'socks', label: 'Dry socks', note: 'Two pairs' },
            { value: 'tea', label: 'Tea', disabled: true },
          ]}
        />
      </Part>
    </>
  );
}
