// Runs in CloudFront before a file is looked for, and so without anything that is imported.

/** The query of an address as it was, from CloudFront's form of it. */
const queryOf = ({ querystring }) => {
  const parts = Object.keys(querystring).flatMap((name) => {
    const { value, multiValue } = querystring[name];
    const values = multiValue ? multiValue.map((each) => each.value) : [value];
    return values.map((each) => (each === '' ? name : `${name}=${each}`));
  });
  return parts.length > 0 ? `?${parts.join('&')}` : '';
};

/** A folder stands for the page in it; an address without the slash at its end is sent to the one with it. */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it, by this name.
function handler({ request }) {
  const { uri } = request;
  if (uri.endsWith('/')) {
    request.uri = `${uri}index.html`;
    return request;
  }
  if (uri.slice(uri.lastIndexOf('/')).includes('.')) return request;
  // `//host/` would be another host's.
  const location = `${uri.replace(/^\/+/, '/')}/${queryOf(request)}`;
  return {
    statusCode: 301,
    statusDescription: 'Moved Permanently',
    headers: { location: { value: location } },
  };
}
