/** The only partner that is served; any other gets no points and no services. */
const servedPartner = 'AP';

/** Whether `pc` names the served partner, or is absent. */
export const isServedPartner = (pc: string | undefined): boolean => pc === undefined || pc === servedPartner;
