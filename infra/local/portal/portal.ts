import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { parseRequestTarget } from '../gateway/request-target.ts';
import { matchesWildcard } from '../gateway/wildcard.ts';
import type { DeployedPortal } from '../template/portal.ts';
import { readPortalFiles } from './portal-files.ts';
import { sendFile } from './send-file.ts';
import { viewerRequest } from './viewer-request.ts';

/** Answers a request for a page, and tells whether it was one: all others are the API's. */
export type AnswerPage = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Where the app builds the portal, beside the templates. */
export const portalFolderIn = (assemblyDirectory: string): string => join(assemblyDirectory, 'portal');

const folderPage = /(^|\/)index\.html$/;

/** Every path that leads to a file: its own, and of a page also that of its folder, with and without the slash. */
const pathsOf = (file: string): readonly string[] => {
  const own = `/${file}`;
  if (!folderPage.test(file)) return [own];
  const folder = own.slice(0, -'index.html'.length);
  return folder === '/' ? [own, folder] : [own, folder, folder.slice(0, -1)];
};

/** A page that fails is told of, and ends neither the stack nor the wait of its client. */
const unlessItFails =
  (answerPage: AnswerPage, report: (line: string) => void): AnswerPage =>
  (request, response) => {
    try {
      return answerPage(request, response);
    } catch (error) {
      report(`No answer to ${request.url}: ${error instanceof Error ? error.stack : error}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-length': 0 }).end();
      return true;
    }
  };

/**
 * Serves a built portal as CloudFront would by the templates. A path that leads to no file is left to the API, whose
 * address this is too, so that nothing of it changes. What goes wrong with a page is reported, in a line.
 */
export const servePortal = async (
  folder: string,
  deployed: DeployedPortal,
  report: (line: string) => void,
): Promise<AnswerPage> => {
  const files = await readPortalFiles(folder);
  const paths = new Set([...files.keys()].flatMap(pathsOf));
  const outcomeOf = viewerRequest(deployed.viewerRequest);
  const headersOf = (path: string) =>
    deployed.behaviours.find(({ pathPattern }) => pathPattern === '*' || matchesWildcard(pathPattern, path))
      ?.headers ?? {};
  const answerPage: AnswerPage = (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const target = parseRequestTarget(request.url ?? '/');
    if (!paths.has(target.path)) return false;
    const outcome = outcomeOf(target);
    const headers = headersOf(target.path.slice(1));
    if ('movedTo' in outcome) {
      response.writeHead(301, { ...headers, location: outcome.movedTo, 'content-length': 0 }).end();
      return true;
    }
    const file = files.get(outcome.uri.slice(1));
    if (file === undefined) return false;
    sendFile(request, response, file, headers);
    return true;
  };
  return unlessItFails(answerPage, report);
};
