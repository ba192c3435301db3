import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { enquiriesUnderTest } from '../../../support/enquiries-under-test.ts';
import { referenceOf, storedEnquiry } from '../../../support/tables/stored-enquiry.ts';

const { stack, store, enquiries, succeed } = enquiriesUnderTest();

describe('waypost enquiries export', () => {
  const file = () => path.join(stack().dataDirectory, 'enquiries.csv');
  afterEach(async () => {
    const left = await readdir(stack().dataDirectory);
    expect(left.filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });

  it('D20 quotes formulas in CSV alone, and leaves JSON exact', async () => {
    const formulas = ["=cmd|' /C calc'!A0", '+1', '-1', '@x', '\tx', '\n=1', '\r=1'];
    await store(...formulas.map((lastname, index) => storedEnquiry(index, { lastname, billId: null })));
    const csv = await succeed('export');
    expect(csv).toMatch(/^referenceNumber,status,submittedAt,client,sandbox,firstname,lastname,email,/);
    for (const formula of formulas) expect(csv).toContain(`"'${formula}"`);
    const lines = (await succeed('export', '--format', 'ndjson')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).lastname)).toEqual(formulas);
    const whole = JSON.parse(await succeed('export', '--format', 'json'));
    expect(whole.map(({ lastname }: { lastname: string }) => lastname)).toEqual(formulas);
  });

  it('writes a file of its owner alone, complete or not at all', async () => {
    await writeFile(file(), 'the former one', { mode: 0o644 });
    await store(...Array.from({ length: 250 }, (_, index) => storedEnquiry(index)));
    const { status, stdout, stderr } = await enquiries('export', '--output', file());
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: '',
      stderr: `250 exported to ${file()}\n`,
    });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await succeed('export', '--output', file(), '--json'))).toEqual({
      exported: 250,
      format: 'csv',
      output: file(),
    });
    const rows = (await readFile(file(), 'utf8')).trimEnd().split('\r\n');
    expect(rows).toHaveLength(251);
    expect(rows.slice(1).map((row) => row.slice(1, 16))).toEqual(
      Array.from({ length: 250 }, (_, index) => referenceOf(index)),
    );
  });

  it('takes - for standard output, as an import takes it for standard input', async () => {
    await store(storedEnquiry(1));
    const { status, stdout, stderr } = await enquiries('export', '--output', '-');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '1 exported\n' });
    expect(stdout).toContain(referenceOf(1));
    expect(await readdir('.')).not.toContain('-');
  });

  it('writes nothing where the file cannot be, and an empty list where there are none', async () => {
    const { status, stderr } = await enquiries('export', '--output', path.join(file(), 'x', 'y'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^waypost: .* cannot be written \(EN\w+\)\. --output names another file\n$/);
    expect(await succeed('export', '--format', 'json')).toBe('[]\n');
    expect(await succeed('export', '--format', 'ndjson')).toBe('');
  });

  const wrong: readonly [readonly string[], string][] = [
    [['list', '--since', 'yesterday'], 'Expected a date'],
    [['list', '--since', '2026-11-02', '--until', '2026-11-01'], 'is not after --since'],
    [['list', '--limit', '0'], 'Expected a number from 1 to 1000'],
    [['export', '--format', 'xml'], 'csv, json, ndjson'],
    [['close', referenceOf(1), '--note', ' '], 'Expected 1 to 2000 characters'],
    [['close'], "missing required argument 'reference'"],
  ];
  it('ends wrong usage with 2 and says what is wrong, as the other commands do', async () => {
    const ends = await Promise.all(wrong.map(([args]) => enquiries(...args)));
    for (const [index, { status, stdout, stderr }] of ends.entries()) {
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(wrong[index]?.[1]);
    }
  });
});
