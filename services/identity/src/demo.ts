import { installer } from '@partner-ordering/kernel';
import { demoOrganizations } from '@partner-ordering/commerce';
import type { Transaction } from '@partner-ordering/data';
import type { Service } from '@partner-ordering/service';
import { Application } from './domain/application.ts';
import { Membership } from './domain/membership.ts';
import { Organization } from './domain/organization.ts';
import { hashPassword } from './domain/password.ts';
import { User } from './domain/user.ts';

/** Gids of the demo data. They are the same in every installation, so that other services' demo data can refer to them. */
export const demoGids = {
  ...demoOrganizations,
  users: {
    robot: '019a0000-0000-7000-8000-0000000000b0',
    admin: '019a0000-0000-7000-8000-0000000000b1',
    manager: '019a0000-0000-7000-8000-0000000000b2',
    user: '019a0000-0000-7000-8000-0000000000b3',
    colleague: '019a0000-0000-7000-8000-0000000000b4',
    otherManager: '019a0000-0000-7000-8000-0000000000b5',
    otherUser: '019a0000-0000-7000-8000-0000000000b6',
  },
} as const;

const CLIENT_ID = 'demo-app';
const CLIENT_SECRET = 'demo-secret';
const PASSWORD = 'demo-password';

interface Person {
  gid: string;
  email: string;
  firstname: string;
  lastname: string;
  isAdmin?: boolean;
  organization?: Organization;
  isManager?: boolean;
}

/** Fills an empty installation with the people of the README. Does nothing if the demo application exists. Never in production. */
export async function seedDemo(service: Pick<Service, 'write'>, now: Date): Promise<typeof demoGids> {
  await service.write(async (tx) => {
    if ((await tx.em.findOne(Application, { clientId: CLIENT_ID })) === null) await seed(tx, now);
  });
  return demoGids;
}

async function seed({ em }: Transaction, now: Date): Promise<void> {
  const bakery = organization(demoGids.harbourBakery, { name: 'Harbour Bakery', hostname: 'harbour-bakery.example', test: false }, now);
  const studio = organization(demoGids.northlightStudio, { name: 'Northlight Studio', hostname: 'northlight.example', test: true }, now);
  const grants = ['client_credentials', 'password', 'refresh_token'] as const;
  const application = { clientId: CLIENT_ID, name: 'Demo', grants, technicalUser: demoGids.users.robot };
  em.persist([bakery, studio, Application.register(application, now, CLIENT_SECRET).application]);
  await Promise.all(people(bakery, studio).map(async (person) => em.persist(await accountOf(person, now))));
}

function people(bakery: Organization, studio: Organization): Person[] {
  const { users } = demoGids;
  const managerOf = (organization: Organization) => ({ organization, isManager: true });
  return [
    { gid: users.robot, email: 'robot@example.com', firstname: 'Demo', lastname: 'Robot', ...managerOf(bakery) },
    { gid: users.admin, email: 'admin@example.com', firstname: 'Ada', lastname: 'Admin', isAdmin: true },
    { gid: users.manager, email: 'manager@example.com', firstname: 'Mara', lastname: 'Manager', ...managerOf(bakery) },
    { gid: users.user, email: 'user@example.com', firstname: 'Uwe', lastname: 'User', organization: bakery },
    { gid: users.colleague, email: 'colleague@example.com', firstname: 'Carla', lastname: 'Colleague', organization: bakery },
    { gid: users.otherManager, email: 'manager@other.example.com', firstname: 'Nora', lastname: 'North', ...managerOf(studio) },
    { gid: users.otherUser, email: 'user@other.example.com', firstname: 'Lars', lastname: 'Light', organization: studio },
  ];
}

function organization(gid: string, fields: { name: string; hostname: string; test: boolean }, now: Date): Organization {
  return Object.assign(Organization.create(installer, fields, { lineage: [], now }), { gid });
}

/** A user with the membership. All but the application's technical user can sign in. */
async function accountOf({ gid, organization: of, isManager = false, isAdmin = false, ...names }: Person, now: Date): Promise<object[]> {
  const user = Object.assign(User.create(installer, { ...names, roles: isAdmin ? ['admin'] : [] }, now), { gid });
  if (gid !== demoGids.users.robot) user.setPassword(await hashPassword(PASSWORD));
  if (of === undefined) return [user];
  return [user, Membership.create(installer, { organization: of, is_manager: isManager }, { user, organization: of, now })];
}
