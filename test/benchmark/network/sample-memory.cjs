'use strict';
/**
 * Preloaded by the local stack and each of its threads. Writes the peak size of the thread's heap and buffers, in
 * megabytes, to a file in this folder that is named after the thread's function.
 */
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

const { AWS_LAMBDA_FUNCTION_NAME, OPERATION_ID } = process.env;
const name = OPERATION_ID ?? AWS_LAMBDA_FUNCTION_NAME;
let peak = 0;

const sample = () => {
  const { heapTotal, external } = process.memoryUsage();
  const megabytes = (heapTotal + external) / 1_048_576;
  if (megabytes < peak * 1.02) return;
  peak = megabytes;
  writeFileSync(join(__dirname, `${name}.peak`), String(peak));
};

if (name !== undefined) setInterval(sample, 100).unref();
