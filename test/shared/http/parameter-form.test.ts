import { expect, it } from 'vitest';
import * as z from 'zod';
import { formOf, type ParameterForm } from '../../../shared/http/parameter-form.ts';
import {
  encodedText,
  integerParam,
  integerText,
  listParam,
  listText,
  numberParam,
  numberText,
  repeatableListParam,
  textItem,
  textListParam,
  textParam,
} from '../../../shared/http/query-params.ts';

/** The form of what an optional parameter is when it is given. */
const formOfGiven = (schema: z.ZodOptional) => formOf(schema.unwrap());

it('the form of a number is its kind and its bounds', () => {
  const integer = { type: 'integer', minimum: -1, maximum: 9 };
  const number = { type: 'number', minimum: -90, maximum: 90 };
  expect(formOf(integerText(-1, 9))).toEqual(integer);
  expect(formOfGiven(integerParam(-1, 9))).toEqual(integer);
  expect(formOf(numberText(-90, 90))).toEqual(number);
  expect(formOfGiven(numberParam(-90, 90))).toEqual(number);
});

it('the form of a text is its length in characters', () => {
  const text: ParameterForm = { type: 'string', maxLength: 120 };
  expect(formOf(textItem())).toEqual(text);
  expect(formOfGiven(textParam())).toEqual(text);
});

it('the form of a list is its values, how many, and whether it may come again', () => {
  const items = z.enum(['PO', 'UPL']);
  const list: ParameterForm = { type: 'array', items, maxItems: 100, repeatable: false };
  expect(formOf(listText(items))).toEqual(list);
  expect(formOfGiven(listParam(items))).toEqual(list);
  expect(formOfGiven(textListParam(items))).toEqual(list);
  expect(formOfGiven(repeatableListParam(items))).toEqual({ ...list, repeatable: true });
  expect(formOf(listText(items))).toHaveProperty('items', items);
});

it('a schema that tells of itself has no form', () => {
  expect(formOf(z.string())).toBeUndefined();
  expect(formOf(encodedText(z.string()))).toBeUndefined();
});
