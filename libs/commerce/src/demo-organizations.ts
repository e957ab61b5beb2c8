/** Gids of the demo organizations. Identity creates them, and the demo data of other services refers to them. */
export const demoOrganizations = {
  harbourBakery: '019a0000-0000-7000-8000-0000000000a1',
  northlightStudio: '019a0000-0000-7000-8000-0000000000a2',
} as const;
