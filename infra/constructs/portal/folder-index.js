// Runs in CloudFront before a file is looked for, and so without anything that is imported. Its language is that of
// CloudFront's functions: ES5.1 with const, arrows and templates, but nothing that takes objects or lists apart.

/** The query of an address as it was, from CloudFront's form of it. */
const queryOf = (request) => {
  const parts = [];
  Object.keys(request.querystring).forEach((name) => {
    const given = request.querystring[name];
    const values = given.multiValue ? given.multiValue : [given];
    values.forEach((each) => {
      parts.push(each.value === '' ? name : `${name}=${each.value}`);
    });
  });
  return parts.length > 0 ? `?${parts.join('&')}` : '';
};

/** A folder stands for the page in it; an address without the slash at its end is sent to the one with it. */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it, by this name.
function handler(event) {
  const request = event.request;
  const uri = request.uri;
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
