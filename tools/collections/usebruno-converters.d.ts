/** Declares the used parts of a package without types. */
declare module '@usebruno/converters' {
  interface Named {
    readonly name: string;
  }

  interface Folder extends Named {
    readonly root: { readonly meta: Named };
    readonly items: readonly Named[];
  }

  /** Converts an imported Postman collection, like Bruno's app. */
  export function postmanToBruno(
    collection: object,
    options: { readonly useWorkers: boolean },
  ): Promise<{ readonly collection: Named & { readonly root: object; readonly items: readonly Folder[] } }>;
}
