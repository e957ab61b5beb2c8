import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Application, type Scope } from '../domain/application.ts';
import { grantedScopes } from './scopes.ts';

const withScopes = (...scopes: Scope[]) =>
  Application.register({ clientId: 'app', name: 'App', grants: ['password'], scopes }, new Date('2026-03-01T12:00:00Z')).application;
const all = withScopes('base', 'files', 'upload_files');

test('scopes default to base and are granted once each; an unknown scope refuses all', () => {
  assert.deepEqual(grantedScopes(undefined, all), ['base']);
  assert.deepEqual(grantedScopes(['files', 'base', 'files'], all), ['base', 'files']);
  assert.equal(grantedScopes(['base', 'admin'], all), undefined);
  assert.equal(grantedScopes([''], all), undefined);
  assert.equal(grantedScopes([], all), undefined);
});

test('a scope that the application may not ask for refuses all, even if it is the default', () => {
  assert.deepEqual(grantedScopes(['upload_files'], withScopes('base', 'upload_files')), ['upload_files']);
  assert.equal(grantedScopes(['base', 'files'], withScopes('base', 'upload_files')), undefined);
  assert.equal(grantedScopes(undefined, withScopes('files')), undefined);
});
