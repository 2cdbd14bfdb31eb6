CREATE TABLE "check_findings" (
	"check_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"index" integer NOT NULL,
	"items" text NOT NULL,
	"truncated" boolean NOT NULL,
	CONSTRAINT "check_findings_check_id_position_index_pk" PRIMARY KEY("check_id","position","index")
);
--> statement-breakpoint
ALTER TABLE "check_results" ADD COLUMN "snapshot_id" uuid;--> statement-breakpoint
ALTER TABLE "check_results" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "checks" ADD COLUMN "at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "check_findings" ADD CONSTRAINT "check_findings_result_fk" FOREIGN KEY ("check_id","position") REFERENCES "public"."check_results"("check_id","position") ON DELETE cascade ON UPDATE no action;