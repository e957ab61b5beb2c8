#!/bin/sh
# Starts compose.yaml's S3 server with the keys among the secrets. Its buckets are the folders of its data, so that this makes ours.
set -eu
mkdir -p /data/objects/partner-ordering /data/metadata
ROOT_ACCESS_KEY_ID=$(cat /secrets/s3/access-key-id)
ROOT_SECRET_ACCESS_KEY=$(cat /secrets/s3/secret-access-key)
export ROOT_ACCESS_KEY_ID ROOT_SECRET_ACCESS_KEY
# The public image keeps the program there.
PATH=$PATH:/app
exec versitygw --port :7070 --quiet posix --sidecar /data/metadata /data/objects
