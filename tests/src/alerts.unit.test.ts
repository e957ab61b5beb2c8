import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { serviceNames } from '@partner-ordering/kernel';
import { parse } from 'yaml';
import { chartRules } from './chart-metrics.ts';

const skip = spawnSync('promtool', ['--version']).status !== 0 && 'there is no promtool';

const caseFiles = ['alerts', 'alerts-traffic'].map((name) => join(import.meta.dirname, `${name}.promtool.yaml`));

interface Cases {
  tests: { alert_rule_test: { alertname: string; exp_alerts?: object[] }[] }[];
}

describe('alerts', () => {
  const rules = chartRules();
  const alerts = [...new Set(rules.flatMap(({ alert }) => alert ?? []))].toSorted();

  test('each fires in its incident, stays when its series end in that, and is silent before and after', { skip }, () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...caseFiles], { encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  });

  test('each has a case in which it fires, one in which it does not, and a section of docs/operators/alerts.md', () => {
    const cases = caseFiles.flatMap((file) => (parse(readFileSync(file, 'utf8')) as Cases).tests.flatMap((each) => each.alert_rule_test));
    const alertsWhere = (fires: boolean): string[] =>
      [...new Set(cases.filter((each) => 'exp_alerts' in each === fires).map(({ alertname }) => alertname))].toSorted();
    assert.deepEqual(alertsWhere(true), alerts);
    assert.deepEqual(alertsWhere(false), alerts);
    const page = readFileSync(join(import.meta.dirname, '../../docs/operators/alerts.md'), 'utf8');
    const sections = [...page.matchAll(/^## (\w+)$/gm)].map(([, name]) => name!);
    assert.deepEqual(sections.filter((name) => name !== 'Objectives').toSorted(), alerts);
  });

  test('ServiceIsDown knows every service', () => {
    const { expr } = rules.find(({ alert }) => alert === 'ServiceIsDown')!;
    assert.deepEqual(
      [...expr.matchAll(/absent\(ready\{[^}]*service="(\w+)"/g)].map(([, name]) => name),
      ['gateway', ...serviceNames],
    );
  });
});
