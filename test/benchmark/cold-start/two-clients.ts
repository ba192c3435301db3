import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { reportLoaded } from './report-loaded.ts';

/** The two clients that most functions would have, and a command of each. They are loaded, and nothing is asked. */
export const loaded = [DynamoDBClient, GetItemCommand, S3Client, GetObjectCommand];

reportLoaded();
