/** What the commands of enquiries say of themselves at the end of their help. */

export const listExamples = `
Shows who took them (the client), not who sent them. New ones are in the list within a second or so.

Examples:
  $ waypost enquiries list
  $ waypost enquiries list --stage prod --since 7d --status all
  $ waypost enquiries list --json --limit 1000 | jq '.enquiries | group_by(.biller)'`;

export const showExamples = `
The number may be written in lower case, without hyphens, with O for 0 and I or L for 1. A wrong one is told by its
check character before anything is looked up.

Examples:
  $ waypost enquiries show 0CW6-V8PQ-1H0QS
  $ waypost enquiries show ocw6v8pqlhoqs --stage prod --json

Exit status: 0 shown, 1 no such enquiry, 2 no reference number.`;

export const exportExamples = `
CSV is safe to open in a spreadsheet: an apostrophe is put before text that would be taken for a formula. The file is
complete, or not there; a former one of its name is replaced. As --output, - is standard output.

Examples:
  $ waypost enquiries export --stage prod --status open --output open.csv
  $ waypost enquiries export --since 2026-11-01 --until 2026-12-01 --format ndjson | gzip > november.ndjson.gz

Exit status: 0 all are written, 1 they could not be read or written, 2 wrong usage.`;

export const closeExamples = `
Keeps who closed it and when: on AWS whose credentials it was done with, on this machine the user.

Examples:
  $ waypost enquiries close 0CW6-V8PQ-1H0QS --note "Paid twice; refunded on 21 November"
  $ waypost enquiries close 0CW6-V8PQ-1H0QS 51ES-5HZW-65K9B --stage prod

Exit status: 0 all are closed, 1 one of them is not there, 2 no reference number.`;

export const reopenExamples = `
Examples:
  $ waypost enquiries reopen 0CW6-V8PQ-1H0QS

Exit status: 0 all are open, 1 one of them is not there, 2 no reference number.`;

export const enquiriesExamples = `
Examples:
  $ waypost enquiries list
  $ waypost enquiries show 0CW6-V8PQ-1H0QS
  $ waypost enquiries close 0CW6-V8PQ-1H0QS --note "Answered by e-mail"
  $ waypost enquiries export --status open --output open.csv`;
