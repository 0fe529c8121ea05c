import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('quotes what separates cells and lines', () => {
  expect(
    toCsv([
      ['Title', 'CTR'],
      ['Bags, "waxed"\nand dry', 1.3],
    ]),
  ).toBe('Title,CTR\r\n"Bags, ""waxed""\nand dry",1.3\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j does not run as a formula', (text) => {
  expect(toCsv([[text]]).replace(/^"/, '')).toMatch(/^'/);
});

test('numbers stay numbers, negative ones too', () => {
  expect(toCsv([[-3, 0]])).toBe('-3,0\r\n');
});
