import { readList, readOne } from '@partner-ordering/data';
import { projects } from '../../services/ordering/src/resources/projects.ts';
import doc from '../../services/ordering/generated/openapi.json' with { type: 'json' };
const org='019a0001-0000-7000-8000-000000000003';
const viewer = { user: '019a0002-0000-7000-8000-000000000003', isAdmin: false, memberOf: [org], manages: [org] };
const db = { query: async (s: any) => { console.log(s.text, s.values, s.name); return [{ json: '' }] as any; } };
const d = doc as any; const names=(s:any):string[]=>{ if(s.$ref) s=d.components.schemas[s.$ref.split('/').pop()]; return [...(s.allOf??[]).flatMap(names),...Object.keys(s.properties??{})]; };
await readList(db as any, projects as any, { collection: { searchable: ['status','organization.gid'], orderable: ['created_at'], fields: names(d.components.schemas.ProjectSummary) }, viewer, parameters: { query: JSON.stringify([['status','==','finished'],['organization.gid','==',org]]), orderBy: 'created_at', sort: 'desc', limit: 10 } });
await readOne(db as any, projects as any, { gid: '019a0004-0000-7000-8000-000000000003', viewer, fields: names(d.components.schemas.Project) });
