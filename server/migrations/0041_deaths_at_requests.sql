CREATE TABLE "work_deaths" (
	"work" text PRIMARY KEY NOT NULL,
	"deaths" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_under_way" (
	"id" uuid PRIMARY KEY NOT NULL,
	"work" text NOT NULL,
	"alive_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "work" text;