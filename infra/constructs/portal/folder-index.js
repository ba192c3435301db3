// Runs in CloudFront before a file is looked up, so it cannot import anything. CloudFront Functions support ES5.1 with
// const, arrow functions and template literals, but no destructuring.

/** Returns the query string, rebuilt from CloudFront's parsed form. */
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

/** Rewrites a folder's path to its index page, and redirects a path without a final slash to the path with one. */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  const uri = request.uri;
  if (uri.endsWith('/')) {
    request.uri = `${uri}index.html`;
    return request;
  }
  if (uri.slice(uri.lastIndexOf('/')).includes('.')) return request;
  // A location that begins with `//host/` would redirect to another host.
  const location = `${uri.replace(/^\/+/, '/')}/${queryOf(request)}`;
  return {
    statusCode: 301,
    statusDescription: 'Moved Permanently',
    headers: { location: { value: location } },
  };
}
