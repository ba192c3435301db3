import { expect, it } from 'vitest';
import { untickedParameters } from '../../../infra/portal/browser/unticked-parameters.ts';

const examples = { usual: { value: 1 } };
const unticked = { usual: { value: 1, 'x-disabled': true } };

it('a request in the API reference has only required parameters until others are ticked', () => {
  const parameters = [
    { name: 'size', in: 'query', examples },
    { name: 'waypost-simulate', in: 'header', required: false, examples },
    { name: 'type', in: 'query', example: 'PO' },
    { name: 'id', in: 'path', required: true, examples },
    { name: 'must', in: 'query', required: true, examples },
  ];
  expect(untickedParameters({ paths: { '/a': { get: { parameters } } } })).toEqual({
    paths: {
      '/a': {
        get: {
          parameters: [
            { name: 'size', in: 'query', examples: unticked },
            { name: 'waypost-simulate', in: 'header', required: false, examples: unticked },
            { name: 'type', in: 'query', examples: { default: { value: 'PO', 'x-disabled': true } } },
            ...parameters.slice(3),
          ],
        },
      },
    },
  });
});
