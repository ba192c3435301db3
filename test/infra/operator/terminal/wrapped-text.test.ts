import { describe, expect, it } from 'vitest';
import { labelled, unbroken } from '../../../../infra/operator/terminal/wrapped-text.ts';

describe('text behind a label', () => {
  it('goes on below itself, within 80 columns', () => {
    const lines = labelled('- ', 'word '.repeat(40)).split('\n');
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {2}word.{1,74}$/);
  });

  it('shows what a terminal would obey, and keeps the lines of others behind the label', () => {
    expect(labelled('- ', 'one\u001b[2J\n- \u202etwo\u2028')).toBe('- one\\u001b[2J\n  - \\u202etwo\\u2028');
  });

  it('keeps a command that is to be copied in one line, with its blanks', () => {
    const command = `waypost publish --force --data-dir '/a folder/${'x'.repeat(90)}'`;
    const text = labelled('- ', `publish what is stored as it is: ${unbroken(command)} and look`);
    expect(text).toBe(`- publish what is stored as it is:\n  ${command}\n  and look`);
  });
});
