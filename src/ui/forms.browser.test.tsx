import './testing/house-styles.ts';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Checkbox } from './checkbox.tsx';
import { Field } from './field.tsx';
import { RadioGroup } from './radio-group.tsx';
import { Select } from './select.tsx';
import { Switch } from './switch.tsx';
import { TextArea } from './text-area.tsx';
import { GrowingLine } from './growing-line.tsx';
import { SearchBox } from './search-box.tsx';
import { render } from './testing/render.tsx';

test('an error replaces the hint, is associated with its field and announced', async () => {
  function Page() {
    const [taken, setTaken] = useState(false);
    return (
      <Field
        label="Username"
        hint="Letters, numbers"
        error={taken ? 'Username already taken' : null}
        onChange={(event) => setTaken(event.target.value === 'marge')}
      />
    );
  }
  const host = await render(<Page />);
  const field = page.getByLabelText('Username');
  await expect.element(field).toHaveAccessibleDescription('Letters, numbers');
  const live = host.querySelector('[aria-live]');
  await userEvent.type(field, 'marge');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveAccessibleDescription('Username already taken');
  // The live region was mounted before, or nothing would be announced.
  expect(live?.textContent).toBe('Username already taken');
});

test('every field has the direction of what is typed in it', async () => {
  await render(
    <>
      <Field label="City" />
      <TextArea label="About" value="" readOnly />
      <GrowingLine aria-label="Title" value="" onChange={() => {}} onEnter={() => {}} />
      <SearchBox label="Search" clearLabel="Clear" maxLength={50} value="" onChange={() => {}} />
      <Field label="Username" start="@" />
    </>,
  );
  for (const name of ['City', 'About', 'Title', 'Search', 'Username']) {
    const field = page.getByLabelText(name, { exact: true }).element();
    expect(getComputedStyle(field).unicodeBidi, name).toBe('plaintext');
    if (name !== 'Search' && name !== 'Username') expect(field.getAttribute('dir'), name).toBe('auto');
  }
});

test('Space toggles a checkbox and a switch, the whole row is the target, and a disabled one does not change', async () => {
  const agree = vi.fn();
  await render(
    <>
      <Checkbox label="I am 18 or older" onChange={(event) => agree(event.target.checked)} />
      <Switch label="Data saver" note="Small pictures" />
      <Switch label="Not here" disabled />
    </>,
  );
  await expect.element(page.getByRole('checkbox', { name: 'I am 18 or older' })).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard(' ');
  expect(agree).toHaveBeenLastCalledWith(true);
  await page.getByText('I am 18 or older').click();
  expect(agree).toHaveBeenLastCalledWith(false);
  const saver = page.getByRole('switch', { name: /Data saver/ });
  await userEvent.tab();
  await expect.element(saver).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(saver).toBeChecked();
  await expect.element(page.getByRole('switch', { name: 'Not here' })).toBeDisabled();
});

test('arrow keys choose in a radio group and skip disabled options', async () => {
  function Page() {
    const [value, setValue] = useState<'coffee' | 'tea' | 'socks'>('coffee');
    return (
      <RadioGroup
        legend="Bring"
        value={value}
        onChange={setValue}
        choices={[
          { value: 'coffee', label: 'Coffee' },
          { value: 'tea', label: 'Tea', disabled: true },
          { value: 'socks', label: 'Socks' },
        ]}
      />
    );
  }
  await render(<Page />);
  await expect.element(page.getByRole('group', { name: 'Bring' })).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('radio', { name: 'Socks' })).toBeChecked();
  await expect.element(page.getByRole('radio', { name: 'Socks' })).toHaveFocus();
});

test('a select is native: letters choose, and its error is associated with it', async () => {
  const onChange = vi.fn();
  await render(
    <Select
      label="Type"
      error="Please fill out all required fields"
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: 'square', label: 'Square' },
        { value: 'banner', label: 'Banner' },
      ]}
    />,
  );
  const select = page.getByRole('combobox', { name: 'Type' });
  await expect.element(select).toHaveAccessibleDescription('Please fill out all required fields');
  await userEvent.tab();
  await userEvent.keyboard('b');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('banner');
});

test('a text area grows with its text and never shrinks below its rows', async () => {
  function Page() {
    const [text, setText] = useState('');
    return <TextArea label="Message" rows={2} value={text} onChange={(event) => setText(event.target.value)} />;
  }
  await render(<Page />);
  const area = page.getByLabelText('Message');
  const height = () => area.element().getBoundingClientRect().height;
  await expect.element(area).toBeVisible();
  const least = height();
  expect(least).toBeGreaterThanOrEqual(2 * 25);
  await userEvent.fill(area, 'one\ntwo\nthree\nfour\nfive\nsix');
  await expect.poll(height).toBeGreaterThan(least + 3 * 20);
  expect(area.element().scrollHeight).toBeLessThanOrEqual(area.element().clientHeight + 1);
  await userEvent.fill(area, '');
  await expect.poll(height).toBe(least);
});

test('a checkbox with an error keeps its red border below the pointer', async () => {
  await render(<Checkbox label="I am 18 or older" error="You must confirm you are 18 or older." />);
  const input = page.getByRole('checkbox').element();
  const colour = () => getComputedStyle(input.nextElementSibling!).borderColor;
  await userEvent.unhover(input);
  const before = colour();
  await page.getByText('I am 18 or older', { exact: true }).hover();
  expect(colour()).toBe(before);
});
