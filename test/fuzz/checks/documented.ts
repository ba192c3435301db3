import type * as fc from 'fast-check';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';
import { type AnswerJudge, answerJudge } from '../../support/openapi/answer-judge.ts';
import { readDocument } from '../../support/openapi/read-document.ts';
import type { Probe } from '../requests/probe.ts';
import { Finding } from './finding.ts';

/** Judges answers by the OpenAPI documents of the services. */
const documentJudge: AnswerJudge = answerJudge(
  Object.values(openApiDocuments({ origin: '' })).map(readDocument),
);

/** The probes, whose answers must also be what the document of their operation says, in status, headers and body. */
export const documented = (
  operationId: string,
  probes: fc.Arbitrary<Probe>,
  judge = documentJudge,
): fc.Arbitrary<Probe> =>
  probes.map(({ request, verify }) => ({
    request,
    verify: async (response, target) => {
      await verify(response, target);
      const wrong = judge(operationId, response);
      if (wrong !== undefined) throw new Finding(`a ${response.status} is not as it is documented: ${wrong}`);
    },
  }));
