import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
// Imported last, so that it reports after the clients have loaded.
import './report-loaded.ts';

export const loaded = [DynamoDBClient, GetItemCommand, S3Client, GetObjectCommand];
