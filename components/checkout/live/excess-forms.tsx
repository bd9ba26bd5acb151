import type { ComponentProps } from "react";
import { RequestExcess } from "./request-excess";
import { SignExcess } from "./sign-excess";

export type ExcessProps = {
  /** Null once it was requested. */
  request: ComponentProps<typeof RequestExcess> | null;
  sign: ComponentProps<typeof SignExcess>;
};

export default function ExcessForms({ request, sign }: ExcessProps) {
  return (
    <>
      {request !== null && <RequestExcess {...request} />}
      <SignExcess {...sign} />
    </>
  );
}
