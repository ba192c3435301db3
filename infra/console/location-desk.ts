import * as z from 'zod';
import { patientWaits, publishedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import { basePathOf } from '../../shared/domain/access/service.ts';
import { locationRecord } from '../../shared/domain/importing/location-record.ts';
import type { Location } from '../../shared/domain/location/location.ts';
import {
  datesField,
  overrideField,
  readFieldName,
} from '../../shared/domain/location/overrides/override-fields.ts';
import { asOperatorError, errorMessage, fullMessage, OperatorError } from '../operator/errors.ts';
import { parseValues } from '../operator/locations/assignments.ts';
import { changeWarnings, makeWhole, publishChanges, refuseExisting } from '../operator/locations/change.ts';
import { locationEditor, type MadeChange } from '../operator/locations/location-editor.ts';
import { type Edits, InvalidEdit } from '../operator/locations/plan-change.ts';
import type { OperatedStack } from '../operator/stack/operated-stack.ts';
import { type Content, type Html, html } from '../portal/layout/html.ts';
import type { ListedLocation } from './contract.ts';
import { closed, locationPage, newLocationPage, type Shown, toListed } from './location-view.ts';
import { code as codeText, folded } from './parts.ts';
import { InvalidInput, operation } from './server.ts';

const shownChanges = 50;
/** Maximum length of a reason, as on the command line. */
const maxReason = 500;
const command = 'waypost console';

const code = z.object({ code: z.string() });
const reason = z
  .string('is required')
  .trim()
  .min(1, 'is required')
  .max(maxReason, `must have at most ${maxReason} characters`);
const date = z.iso.date('must be a date');
const until = date.optional();
/** Input for a change to a location, with the revision that the operator has viewed. */
const looked = code.extend({ revision: z.string().transform((text) => text || null), reason, until });
/** A change to a location. A new location has no revision that the operator could have viewed. */
type Change = Omit<z.infer<typeof looked>, 'revision'> & { readonly revision?: string | null };
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
  /** Whether the operator has confirmed how many locations the undo changes. */
  confirmed: z.boolean().default(false),
});

/** Creates the operations of the locations page. Every change goes through the command line's editor. */
export const locationOperations = (stack: OperatedStack) => {
  const editor = locationEditor(stack);
  const settings = { ...stack.published, checkSeconds: 1, now: Date.now, waits: patientWaits };
  const catalogue = publishedCatalogue(settings);
  const network = async (): Promise<readonly ListedLocation[]> => {
    const { search, size } = await catalogue.current();
    return Array.from(search({ filter: {}, offset: 0, size }).page, ({ location }) => toListed(location));
  };
  const services = async () => (await catalogue.current()).capabilities.all();

  const view = async (code: string, done: Partial<Shown> = {}): Promise<Html> => {
    const edited = await editor.read(code);
    const { entries, next } = await editor.history({ code, limit: shownChanges });
    const all = codeText(stack.command(`waypost locations history ${code}`));
    const older = next !== null && html`<p>These are the newest ${shownChanges}. To list more: ${all}</p>`;
    const shown = { services: await services(), served: await served(code), older };
    return locationPage(edited, entries, { ...shown, ...done });
  };

  /** Shows a location after a change. If that fails, the page still publishes the change. */
  const viewChanged = async (
    code: string,
    { batch, changed, unchanged }: MadeChange,
    more: readonly string[],
  ): Promise<Html> => {
    const notice = [batch === null ? 'Nothing was changed.' : 'The change is saved.', ...more].join(' ');
    // Includes unchanged locations, because an earlier, interrupted change may not have published them.
    const due = [...changed, ...unchanged].join();
    return view(code, { notice, changed: due }).catch((error: unknown) => {
      const result = { data: { changed: due }, text: '' };
      throw asOperatorError(error).after(result, 'the change is saved, but cannot be shown: ');
    });
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
    const { result } = await editor.read(code);
    const kept = 'The history shows the change. What you typed has been kept; save it again if it is correct';
    // A removed location's page has no forms that could keep the typed text, so the current page stays.
    const removed = 'It is now removed. Copy what you typed if you need it, and reload the page';
    return new OperatorError(`${entries[0]?.by ?? 'someone'} has changed this location since you opened it`, {
      code: result ? 'busy' : 'not_found',
      remedy: result ? kept : removed,
    });
  };

  /** `inputOf` returns the name of the input that sets a field, so that problems are shown beside it. */
  const change = async (
    { code, revision, reason, until }: Change,
    edits: Edits,
    inputOf = (field: string) => field,
  ): Promise<Html> => {
    const plan = await editor
      .plan([code], { ...edits, until }, revision)
      .catch(async (error: OperatorError) => {
        if (error instanceof InvalidEdit) {
          const { field, problem: message } = error;
          const remedy = error.remedy?.replace('use `waypost locations remove`', 'remove it');
          throw new InvalidInput({ [inputOf(field)]: fullMessage({ message, remedy }) });
        }
        throw error.code === 'busy' ? await changedMeanwhile(code) : error;
      });
    const warnings = await changeWarnings(stack, plan, edits);
    const made = await makeWhole(stack, () => editor.make(plan, { reason, command }));
    if (made.refused.length > 0) throw await changedMeanwhile(code);
    return viewChanged(
      code,
      made,
      warnings.map((each) => `Warning: ${each}.`),
    );
  };

  /** Undoes a batch, or returns a question if it has several locations. A second undo completes an interrupted one. */
  const undo = async ({ code, batch, reason, confirmed }: z.infer<typeof undoInput>) => {
    const { length } = (await editor.planUndo(batch)).locations;
    if (length > 1 && !confirmed) return `This undoes the change to all ${length} locations. Continue?`;
    const made = await makeWhole(stack, () => editor.undo(batch, { reason, command }));
    const others = made.refused.map(
      (each) => `${each.code} was skipped, because ${each.by} has changed it since.`,
    );
    return viewChanged(code, made, others);
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
      looked.pick({ reason: true, until: true }).catchall(z.string()),
      async ({ reason, until, ...values }) => {
        const added = parseNew(values);
        await refuseExisting(editor, [added.locationCode]);
        // Unsets the removal, so that a removed location can be added again.
        return change({ code: added.locationCode, reason, until }, { set: { added }, unset: ['removed'] });
      },
    ),
    'POST /api/locations/publish': operation(z.object({ changed: z.string() }), async ({ changed }) => {
      const { note } = await publishChanges(stack, changed.split(','), { data: {}, text: '' });
      return `The change is published: ${note}.`;
    }),
  };
};

/** Parses each text as its field requires. Throws InvalidInput with all invalid fields. */
const parseTexts = (texts: Values, fieldOf?: (input: string) => string): Record<string, unknown> => {
  const { parsed, problems } = parseValues(texts, fieldOf);
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
  return parsed;
};

/** Parses a new location: required fields as in an import file, other fields as in a change. Throws InvalidInput. */
const parseNew = ({ location_code, type, ...texts }: Values): Location => {
  const required = { work_centre_id: '', position: '', 'address.address_line_1': '' };
  const { parsed, problems } = parseValues({ ...required, ...texts });
  const { work_centre_id = 0, position = { lat: 0, lon: 0 } } = parsed;
  const { 'address.address_line_1': address_line_1 = 'invalid' } = parsed;
  const { opens_on, closes_on } = texts;
  const { data, error } = locationRecord.safeParse({
    ...{ location_code, type, work_centre_id, opens_on, closes_on },
    ...z.object({ lat: z.number(), lon: z.number() }).parse(position),
    addresses: [{ address_line_1 }],
  });
  const issues = error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [];
  if (!data || Object.keys(problems).length > 0)
    throw new InvalidInput({ ...Object.fromEntries(issues), ...problems });
  return Object.entries(parsed).reduce(
    (into, [name, value]) => overrideField(name)?.write(into, value) ?? into,
    data,
  );
};
