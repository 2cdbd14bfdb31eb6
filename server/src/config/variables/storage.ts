import * as is from '../value-types.ts'
import { optional, optionalSecret, setting } from './variable.ts'

export const storageVariables = {
  DATA_DIR: setting(
    is.path,
    './data',
    'Folder of the embedded database and of the generated secret key; created with mode 0700.',
  ),
  DATABASE_URL: optionalSecret(
    is.secretUrl('postgres:', 'postgresql:'),
    'the embedded database in `DATA_DIR`',
    'PostgreSQL 15 or newer to use instead of the embedded database.',
  ),
  REDIS_URL: optionalSecret(
    is.secretUrl('redis:', 'rediss:'),
    'in this process',
    'Redis 7 or Valkey for tickets, throttles, event fan-out and replay across processes.',
  ),
  OBJECT_STORAGE_URL: optional(
    is.webUrl,
    'rows of snapshots are in the database',
    'S3-compatible storage that keeps the rows of new snapshots; the database keeps what is read with them.',
  ),
  OBJECT_STORAGE_BUCKET: setting(
    is.text('the name of a bucket', 63),
    'heddle',
    'Bucket in object storage, which must exist.',
  ),
  OBJECT_STORAGE_REGION: setting(is.text('the name of a region', 63), 'us-east-1', 'Region of the bucket.'),
  OBJECT_STORAGE_KEY_ID: optional(
    is.text('a key id', 256),
    'required by `OBJECT_STORAGE_URL`',
    'Id of the access key.',
  ),
  OBJECT_STORAGE_SECRET: optionalSecret(
    is.password,
    'required by `OBJECT_STORAGE_URL`',
    'Secret of the access key, which may read, write and delete objects in the bucket.',
  ),
}
