import * as z from 'zod';
import { publishedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import { basePathOf } from '../../shared/domain/access/service.ts';
import { locationRecord } from '../../shared/domain/importing/location-record.ts';
import type { Location } from '../../shared/domain/location/location.ts';
import {
  datesField,
  overrideField,
  readFieldName,
} from '../../shared/domain/location/overrides/override-fields.ts';
import { errorMessage, OperatorError } from '../operator/errors.ts';
import { parseValue } from '../operator/locations/assignments.ts';
import { makeWhole, refuseExisting, timeZoneWarnings } from '../operator/locations/change.ts';
import { type Edits, locationEditor, type MadeChange } from '../operator/locations/location-editor.ts';
import { InvalidEdit } from '../operator/locations/plan-change.ts';
import { publishChanges } from '../operator/locations/publish-changes.ts';
import type { OperatedStack } from '../operator/stack/operated-stack.ts';
import { type Content, type Html, html } from '../portal/layout/html.ts';
import type { ListedLocation } from './contract.ts';
import { closed, type Done, locationPage, newLocationPage, toListed } from './location-view.ts';
import { code as codeText, folded } from './parts.ts';
import { InvalidInput, operation } from './server.ts';

const shownChanges = 50;
/** Maximum length of a reason, as on the command line. */
const maxReason = 500;
/** Shown in the history. */
const command = 'waypost console';

const code = z.object({ code: z.string() });
const reason = z
  .string('is needed')
  .trim()
  .min(1, 'is needed')
  .max(maxReason, `must have at most ${maxReason} characters`);
const date = z.iso.date('must be a date');
const until = date.optional();
/** A change to a location that the operator has viewed. */
const looked = code.extend({ revision: z.string().transform((text) => text || null), reason, until });
type Looked = z.infer<typeof looked>;
/** Values as texts, by the names of fields. */
type Values = Readonly<Record<string, string>>;
const dates = looked
  .extend({ first: date, last: date, hours: z.string().default(closed) })
  .refine(({ first, last }) => readFieldName(datesField(first, last)), {
    path: ['last'],
    error: 'must not be before the first day, nor more than a year after it',
  });
const undoInput = looked.extend({
  batch: z.string(),
  reason: z.string().transform((text) => text.slice(0, maxReason)),
  /** Whether the operator knows how many locations it changes. */
  confirmed: z.boolean().default(false),
});

/** Creates the operations of the locations page. Every change goes through the command line's editor. */
export const locationOperations = (stack: OperatedStack) => {
  const editor = locationEditor(stack);
  // On an operator's connection, the snapshot may take longer than a client's request may.
  const waits = { first: 20_000, newer: 5_000, max: 20_000 };
  const catalogue = publishedCatalogue({ ...stack.published, checkSeconds: 1, now: Date.now, waits });
  const network = async (): Promise<readonly ListedLocation[]> => {
    const { search, size } = await catalogue.current();
    return Array.from(search({ filter: {}, offset: 0, size }).page, ({ location }) => toListed(location));
  };
  const services = async () => (await catalogue.current()).capabilities.all();

  const view = async (code: string, done: Done = {}): Promise<Html> => {
    const edited = await editor.read(code);
    const { entries } = await editor.history({ code, limit: shownChanges });
    return locationPage(edited, entries, { services: await services(), served: await served(code), ...done });
  };

  /** Shows the API's responses, because only they show what clients get. */
  const served = async (code: string): Promise<Content> => {
    const key = await stack.readKey();
    if (key === undefined)
      return html`To see the responses, set a key for both locations services in ${codeText(stack.keySource)}, and restart the console.`;
    const read = async (version: string, path: string) => {
      const url = `${stack.apiUrl.replace(/\/$/, '')}${path}/${encodeURIComponent(code)}`;
      const request = { headers: { 'auth-key': key }, signal: AbortSignal.timeout(5_000) };
      const reply: unknown = await fetch(url, request)
        .then((response) => response.json())
        .catch(errorMessage);
      return folded(version, html`<pre tabindex="0">${codeText(JSON.stringify(reply, null, 2))}</pre>`);
    };
    return Promise.all([
      read('Version 2', `${basePathOf['locations-v2']}/points`),
      read('Version 3', `${basePathOf['locations-v3']}/workcentres`),
    ]);
  };

  const changedMeanwhile = async (code: string) => {
    const { entries } = await editor.history({ code, limit: 1 });
    return new OperatorError(`${entries[0]?.by ?? 'someone'} has changed this location since you opened it`, {
      code: 'busy',
      remedy: 'The history shows the change. What you typed has been kept; save it again if it is correct',
    });
  };

  /** `inputOf` returns the name of the input that sets a field, so that problems are shown beside it. */
  const change = async (
    { code, revision, reason, until }: Looked,
    edits: Edits,
    inputOf = (field: string) => field,
  ): Promise<Html> => {
    const plan = await editor
      .plan([code], { ...edits, until }, revision)
      .catch(async (error: OperatorError) => {
        if (error instanceof InvalidEdit) throw new InvalidInput({ [inputOf(error.field)]: error.problem });
        throw error.code === 'busy' ? await changedMeanwhile(code) : error;
      });
    const made = await makeWhole(stack, () => editor.make(plan, { reason, command }));
    if (made.refused.length > 0) throw await changedMeanwhile(code);
    return view(code, done(made, timeZoneWarnings(plan, edits)));
  };

  /** Undoes a batch, or returns a question to confirm first. Repeating an interrupted undo completes it. */
  const undo = async ({ code, batch, reason, confirmed }: z.infer<typeof undoInput>) => {
    const { length } = (await editor.planUndo(batch)).locations;
    if (length > 1 && !confirmed) return `This undoes the change at all ${length} locations. Undo it?`;
    const made = await makeWhole(stack, () => editor.undo(batch, { reason, command }));
    const others = made.refused.map(
      (each) => `${each.code} was skipped, because ${each.by} has changed it since.`,
    );
    return view(code, done(made, others));
  };

  return {
    'GET /api/network': operation(z.object({}), network),
    'GET /api/location': operation(code, ({ code }) => view(code)),
    'GET /api/location/new': operation(z.object({}), async () => newLocationPage(await services())),
    'POST /api/location/values': operation(
      looked.catchall(z.string()),
      ({ code, revision, reason, until, ...values }) =>
        change({ code, revision, reason, until }, { set: parseTexts(values) }),
    ),
    'POST /api/location/dates': operation(dates, ({ first, last, hours, ...given }) =>
      change(given, { set: parseTexts({ hours }, () => datesField(first, last)) }, () => 'last'),
    ),
    'POST /api/location/remove': operation(looked, (given) => change(given, { set: { removed: true } })),
    'POST /api/location/unset': operation(looked.extend({ field: z.string() }), ({ field, ...given }) =>
      change(given, { unset: [field] }),
    ),
    'POST /api/location/undo': operation(undoInput, undo),
    'POST /api/locations': operation(
      z.object({ reason, until }).catchall(z.string()),
      async ({ reason, until, ...values }) => {
        const added = parseNew(values);
        await refuseExisting(editor, [added.locationCode]);
        return change({ code: added.locationCode, revision: null, reason, until }, { set: { added } });
      },
    ),
    'POST /api/locations/publish': operation(z.object({ changed: z.string() }), async ({ changed }) => {
      const { note } = await publishChanges(stack, changed.split(','), { data: {}, text: '' });
      return `The change is published: ${note}.`;
    }),
  };
};

/** What the page says and publishes: also unchanged locations, because an interrupted change may not have published them. */
const done = ({ batch, changed, unchanged }: MadeChange, more: readonly string[]): Done => ({
  notice: [batch === null ? 'Nothing was changed.' : 'The change is saved.', ...more].join(' '),
  changed: [...changed, ...unchanged],
});

/** Parses texts by their fields. Throws InvalidInput with all invalid fields. */
const parseTexts = (texts: Values, fieldOf = (input: string) => input): Record<string, unknown> => {
  const problems: Record<string, string> = {};
  const parsed: Record<string, unknown> = {};
  for (const [input, text] of Object.entries(texts)) {
    const field = fieldOf(input);
    try {
      parsed[field] = parseValue(field, text);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      problems[input] = error.message.replace(`${field}: `, '');
    }
  }
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
  return parsed;
};

/**
 * Parses a new location: required fields as in a line of an import file, the others as changes. Throws InvalidInput.
 */
const parseNew = ({ location_code, type, work_centre_id, ...texts }: Values): Location => {
  const values = parseTexts({ position: '', 'address.address_line_1': '', ...texts });
  const { data, error } = locationRecord.safeParse({
    ...{ location_code, type, work_centre_id: Number(work_centre_id) },
    ...z.object({ lat: z.number(), lon: z.number() }).parse(values.position),
    addresses: [{ address_line_1: texts['address.address_line_1'] }],
  });
  if (!data)
    throw new InvalidInput(
      Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])),
    );
  return Object.entries(values).reduce(
    (into, [name, value]) => overrideField(name)?.write(into, value) ?? into,
    data,
  );
};
