import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
// Last, so that it reports when the clients are loaded.
import './report-loaded.ts';

/** The SDK's clients of both stores, with a command of each. They are loaded and not used. */
export const loaded = [DynamoDBClient, GetItemCommand, S3Client, GetObjectCommand];
